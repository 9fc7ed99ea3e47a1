package io.sardonyx.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Version of the build and of the JVM, for {@code --version}. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            "sardonyx " + Objects.requireNonNullElse(version, "(unpackaged)"), "Java " + Runtime.version()
        };
    }
}
