package io.sardonyx.testkit.explore;

import java.util.List;
import java.util.Optional;

/**
 * Result of a state-space exploration.
 *
 * @param bounds the limits of the search
 * @param states how many configurations were found
 * @param edges how many transitions between them
 * @param replicas how many different states of the fold were found
 * @param depth length of the longest shortest path
 * @param complete whether all configurations within the bounds were visited
 * @param healthy how many configurations are healthy
 * @param lost how many configurations cannot reach a healthy one
 * @param story the shortest counterexample, if any
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

    /** The shortest counterexample: the violated property, and the steps that lead to it. */
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
