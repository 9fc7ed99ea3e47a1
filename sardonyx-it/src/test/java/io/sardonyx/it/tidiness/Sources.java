package io.sardonyx.it.tidiness;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** What only a parser can see: the JDK's own, so that no syntax is misread. */
final class Sources {

    private static final List<String> PARSE_ONLY = List.of("-proc:none");

    private Sources() {}

    static Stream<Untidiness> of(List<TextFile> files) {
        var sources = new TreeMap<URI, Source>();
        files.stream().filter(TextFile::isJava).map(Source::new).forEach(it -> sources.put(it.toUri(), it));
        if (sources.isEmpty()) {
            return Stream.of();
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var task = (JavacTask) compiler.getTask(null, null, faults -> {}, PARSE_ONLY, null, sources.values());
        var found = new ArrayList<Untidiness>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                var source = sources.get(unit.getSourceFile().toUri());
                found.addAll(new Declarations(source.file, unit, Trees.instance(task)).faults());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream();
    }

    private static final class Source extends SimpleJavaFileObject {

        private final TextFile file;

        Source(TextFile file) {
            super(URI.create("string:///" + file.path().replace(' ', '_')), Kind.SOURCE);
            this.file = file;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.text();
        }
    }
}
