package io.sardonyx.testkit.explore;

import java.util.List;
import java.util.Optional;

/**
 * What a search found.
 *
 * @param bounds how far it looked
 * @param replicas how many different states of the fold it met
 * @param complete whether it saw all situations within the bounds
 * @param healthy situations in which all is well
 * @param lost situations from which no healthy one can be reached any more
 * @param story the shortest way to something that must not be, or empty
 */
public record ExplorationReport(
        String bounds,
        long states,
        long edges,
        long replicas,
        int depth,
        boolean complete,
        long healthy,
        long lost,
        double seconds,
        Optional<Story> story) {

    /** The shortest counterexample: what went wrong, and the steps that led there. */
    public record Story(String verdict, List<String> steps) {}

    public boolean isClean() {
        return story.isEmpty();
    }

    public long statesPerSecond() {
        return (long) (states / Math.max(seconds, 1e-9));
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        text.append(bounds).append('\n');
        text.append(String.format(
                "%,d states, %,d edges, %,d replicas, depth %d, %s; %,d healthy, %,d lost; %.1f s, %,d states/s%n",
                states,
                edges,
                replicas,
                depth,
                complete ? "complete" : "stopped early",
                healthy,
                lost,
                seconds,
                statesPerSecond()));
        story.ifPresentOrElse(
                found -> {
                    text.append("VIOLATION: ").append(found.verdict()).append('\n');
                    for (int i = 0; i < found.steps().size(); i++) {
                        text.append(
                                String.format("%3d. %s%n", i + 1, found.steps().get(i)));
                    }
                },
                () -> text.append("no violation"));
        return text.toString();
    }
}
