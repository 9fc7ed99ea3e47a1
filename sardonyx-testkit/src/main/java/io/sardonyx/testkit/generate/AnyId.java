package io.sardonyx.testkit.generate;

import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.UUID;

/**
 * Generators of ids: mostly single letters, which read well in a counterexample, mixed with UUIDs, which sort
 * differently.
 */
public final class AnyId {

    private static final int LETTERS = 26;

    private AnyId() {}

    /** One of the first {@code count} names, early ones more often; every fourth is a UUID, with either sign. */
    public static Gen<String> name(int count) {
        return choices -> name(choices, count);
    }

    public static Gen<GroupId> group(int count) {
        return name(count).map(GroupId::of);
    }

    /** Peer ids have a prefix p that tells them from groups, unless they are UUIDs. */
    public static Gen<PeerId> peer(int count) {
        return prefixed("p", count).map(PeerId::of);
    }

    public static Gen<JobId> job(int count) {
        return prefixed("j", count).map(JobId::of);
    }

    public static Gen<TaskName> task(int count) {
        return Gen.ints(1, count).map(AnyId::taskNumbered);
    }

    static TaskName taskNumbered(int number) {
        return TaskName.of("t" + number);
    }

    private static Gen<String> prefixed(String prefix, int count) {
        return name(count).map(name -> name.length() > 2 ? name : prefix + name);
    }

    private static String name(Choices choices, int count) {
        return named(choices.below(choices.below(count) + 1));
    }

    /** The name with that number. */
    static String named(int number) {
        if (number % 4 == 3) {
            long half = (number + 1) * 0x9E3779B97F4A7C15L;
            return new UUID(half, -half).toString();
        }
        char letter = (char) ('a' + number % LETTERS);
        return number < LETTERS ? String.valueOf(letter) : letter + String.valueOf(number / LETTERS);
    }
}
