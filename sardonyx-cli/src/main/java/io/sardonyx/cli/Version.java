package io.sardonyx.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** What this build calls itself, and the JVM it happens to run on. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            "sardonyx " + Objects.requireNonNullElse(version, "(unpackaged)"), "Java " + Runtime.version()
        };
    }
}
