package io.sardonyx.testkit.junit;

import io.sardonyx.testkit.simulate.FaultKind;
import io.sardonyx.testkit.simulate.SimulatedRun;
import io.sardonyx.testkit.simulate.SimulatedRuns;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** JUnit extension behind {@link SimulatedCluster}: one invocation per seed, until one fails. */
final class SimulatedClusterExtension implements TestTemplateInvocationContextProvider {

    /** System property with the only seed to run; overrides the annotation. */
    private static final String SEED = "sardonyx.seed";

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getRequiredTestMethod().isAnnotationPresent(SimulatedCluster.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        SimulatedCluster wanted = context.getRequiredTestMethod().getAnnotation(SimulatedCluster.class);
        var kinds = EnumSet.allOf(FaultKind.class);
        if (wanted.faults().length > 0) {
            kinds.retainAll(List.of(wanted.faults()));
        }
        var cluster = new SimulatedRuns(wanted.groups(), wanted.peers(), kinds);
        Long only = Long.getLong(SEED);
        long first = only == null ? wanted.seed() : only;
        var failed = new AtomicBoolean();
        return LongStream.range(first, first + (only == null ? wanted.runs() : 1))
                .takeWhile(seed -> !failed.get())
                .mapToObj(seed -> new Invocation(cluster.run(seed), failed));
    }

    /** The invocation of the test for one seed, which injects the run as a parameter. */
    private record Invocation(SimulatedRun run, AtomicBoolean failed)
            implements TestTemplateInvocationContext, ParameterResolver, TestExecutionExceptionHandler {

        @Override
        public String getDisplayName(int index) {
            return "seed " + run.seed();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == SimulatedRun.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return run;
        }

        @Override
        public void handleTestExecutionException(ExtensionContext context, Throwable failure) {
            failed.set(true);
            throw SimulatedRuns.failed(run, failure);
        }
    }
}
