package io.sardonyx.testkit.explore;

import io.sardonyx.command.Command;
import io.sardonyx.command.GroupLeaveCluster;
import io.sardonyx.duty.Duties;
import io.sardonyx.log.Step;
import io.sardonyx.replica.Invariants;
import io.sardonyx.replica.Joining;
import io.sardonyx.replica.Replica;
import io.sardonyx.value.GroupId;
import java.util.List;
import java.util.stream.IntStream;

/** Model of the membership ring: groups that join, watch each other, crash and are reported dead. */
public class RingModel implements Model<Replica> {

    private final List<GroupId> groups;
    private final int cycle;

    public RingModel(int groups) {
        if (groups < 1 || groups > 5) {
            throw new IllegalArgumentException("a world of 1 to 5 groups, not " + groups);
        }
        this.groups = IntStream.range(0, groups)
                .mapToObj(i -> GroupId.of(String.valueOf((char) ('a' + i))))
                .toList();
        this.cycle = IntStream.rangeClosed(1, Math.max(1, groups - 1)).reduce(1, RingModel::leastCommonMultiple);
    }

    private static int leastCommonMultiple(int a, int b) {
        int multiple = a;
        while (multiple % b != 0) {
            multiple += a;
        }
        return multiple;
    }

    @Override
    public Replica initial() {
        return Replica.EMPTY;
    }

    @Override
    public List<GroupId> actors() {
        return groups;
    }

    /**
     * Least common multiple of the possible numbers of candidates: an observer is chosen by position modulo the number
     * of candidates, which is less than that of groups.
     */
    @Override
    public int positionCycle() {
        return cycle;
    }

    @Override
    public List<? extends Step<Replica>> owed(Replica state, int actor, int pulses) {
        return Duties.of(state, groups.get(actor)).owed();
    }

    @Override
    public int watches(Replica state, int actor, int pulses) {
        return Duties.of(state, groups.get(actor)).watches().stream()
                .mapToInt(group -> 1 << groups.indexOf(group))
                .reduce(0, (left, right) -> left | right);
    }

    @Override
    public Command death(int actor) {
        return new GroupLeaveCluster(groups.get(actor));
    }

    @Override
    public boolean isMoot(Replica state, Step<Replica> step) {
        return step instanceof Command command && command.isMoot(state);
    }

    @Override
    public boolean isEvicted(Replica state, int actor) {
        return Duties.of(state, groups.get(actor)).evicted();
    }

    /** Healthy when the living groups are exactly the members, each has a pulse, and no join is under way. */
    @Override
    public boolean isHealthy(Replica state, int living, int pulses) {
        int members = state.ring().members().keys().stream()
                .mapToInt(group -> 1 << groups.indexOf(group))
                .reduce(0, (left, right) -> left | right);
        return living == 0
                || members == living
                        && (living & ~pulses) == 0
                        && state.ring().joining().isEmpty();
    }

    @Override
    public String describe(Replica state) {
        var text = new StringBuilder("members");
        state.ring()
                .members()
                .forEach((group, member) ->
                        text.append(' ').append(group).append(member.next() == null ? "" : "→" + member.next()));
        state.ring()
                .joining()
                .forEach((joiner, join) -> text.append("; ")
                        .append(joiner)
                        .append(join.phase() == Joining.Phase.PREPARED ? " waits for " : " was notified by ")
                        .append(join.observer()));
        state.ring().aborted().forEach(group -> text.append("; ").append(group).append(" was turned away"));
        state.ring().left().forEach(group -> text.append("; ").append(group).append(" has left"));
        return text.toString();
    }

    @Override
    public List<String> violations(Replica state) {
        return Invariants.violated(state);
    }
}
