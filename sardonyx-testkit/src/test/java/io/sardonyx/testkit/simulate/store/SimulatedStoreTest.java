package io.sardonyx.testkit.simulate.store;

import io.sardonyx.port.Store;
import io.sardonyx.testkit.contract.SharedStore;
import io.sardonyx.testkit.contract.StoreContracts;
import io.sardonyx.testkit.simulate.fault.RandomFaults;
import io.sardonyx.testkit.simulate.fault.VirtualTime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;

/** Without faults the simulated store keeps every promise that the real ones keep. */
class SimulatedStoreTest extends StoreContracts {

    @Override
    protected SharedStore fresh() {
        return new VirtualPlace();
    }

    /** Time passes while a test waits. A simulation has one thread, a contract may have more: they take turns. */
    private static final class VirtualPlace implements SharedStore {

        private final VirtualTime time = new VirtualTime();
        private final SimulatedStore store = new SimulatedStore();
        private final RandomFaults faults = new RandomFaults(new SplittableRandom(1), Set.of());
        private final IdentityHashMap<Object, SimulatedConnection> opened = new IdentityHashMap<>();

        @Override
        public synchronized Store open() {
            var connection = new SimulatedConnection(store, faults, time);
            Store taken = oneAtATime(connection, Store.class);
            opened.put(taken, connection);
            return taken;
        }

        @Override
        public synchronized boolean passTime() {
            return time.step();
        }

        @Override
        public synchronized void crash(Store taken) {
            SimulatedConnection connection = opened.get(taken);
            connection.kill();
            time.after(SimulatedSession.TIMEOUT_NANOS, () -> store.leases().expire(connection.session()));
        }

        private <T> T oneAtATime(Object port, Class<T> type) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        synchronized (this) {
                            try {
                                return guarded(method.invoke(port, arguments));
                            } catch (InvocationTargetException refused) {
                                throw refused.getCause();
                            }
                        }
                    }));
        }

        private Object guarded(Object result) {
            if (result instanceof CompletionStage<?> stage) {
                return stage.thenApply(value -> value instanceof Optional<?> some ? some.map(this::guarded) : value);
            }
            for (Class<?> port :
                    result == null ? new Class<?>[0] : result.getClass().getInterfaces()) {
                if (port.getPackage().equals(Store.class.getPackage())) {
                    return oneAtATime(result, port);
                }
            }
            return result;
        }
    }
}
