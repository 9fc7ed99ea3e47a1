package io.sardonyx.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sardonyx.job.Parameters;
import io.sardonyx.plugin.Extent;
import io.sardonyx.plugin.Input;
import io.sardonyx.plugin.InputProvider;
import io.sardonyx.plugin.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for every resumable {@link Input} with an end, which a plugin inherits.
 *
 * <p>Segments are read in the same order whatever the size of the array, and a reader that resumes from a position gets
 * exactly the segments that an uninterrupted reader would have got from there. Each segment has a position of its own,
 * which does not depend on where reading began.
 */
public abstract class InputContract {

    private static final List<Integer> SIZES = List.of(1, 7, 256);

    /** After so many empty polls in a row the test fails. */
    private static final int PATIENCE = 100_000;

    /** The plugin under test. */
    protected abstract InputProvider provider();

    /** The context to open it with: its parameters and the resources it needs. */
    protected abstract FakeContext context();

    /** The expected partitions by name, each with all its segments. */
    protected abstract Map<String, ? extends List<?>> expected();

    /** Parameters that it must refuse, each with a word that the message must contain. */
    protected abstract Map<Parameters, String> refused();

    /** A test body that gets an open input. */
    private interface Reading {
        void with(Input input) throws Exception;
    }

    private void reading(Reading reading) throws Exception {
        try (Input input = provider().open(context())) {
            reading.with(input);
        }
    }

    @Test
    void jobsFindItByItsName() {
        ProviderChecks.assertFound(InputProvider.class, provider(), provider().name());
    }

    @Test
    void itsPartitionsAreTheSameWheneverTheyAreAsked() throws Exception {
        List<String> names = List.copyOf(expected().keySet());
        reading(input -> {
            assertEquals(names, input.partitions());
            assertEquals(names, input.partitions());
        });
        reading(input -> assertEquals(names, input.partitions()));
    }

    @Test
    void whoTellsHowMuchThereIsHasAllOfItBehindInTheEnd() throws Exception {
        reading(input -> {
            for (String name : input.partitions()) {
                try (Partition partition = input.open(name, null)) {
                    Extent before = partition.extent();
                    rest(partition, 1);
                    Extent after = partition.extent();
                    assertEquals(before.isKnown(), after.isKnown(), name);
                    assertEquals(before.all(), after.all(), name);
                    assertTrue(!after.isKnown() || after.behind() == after.all(), name + ": " + after);
                }
            }
        });
    }

    @Test
    void everythingIsReadInOrderInArraysOfAnySize() throws Exception {
        for (int size : SIZES) {
            reading(input -> {
                for (String name : input.partitions()) {
                    try (Partition partition = input.open(name, null)) {
                        assertEquals(expected().get(name), rest(partition, size), name + " in arrays of " + size);
                    }
                }
            });
        }
    }

    @Test
    void whoeverGoesOnFromAPositionLosesNothingAndSeesNothingTwice() throws Exception {
        for (int size : SIZES) {
            reading(input -> {
                for (String name : input.partitions()) {
                    interrupted(input, name, size);
                }
            });
        }
    }

    /** Reads a partition, and after each poll checks that another reader resumes correctly from the position. */
    private void interrupted(Input input, String name, int size) throws Exception {
        List<?> all = Objects.requireNonNull(expected().get(name));
        var seen = new ArrayList<Object>();
        try (Partition partition = input.open(name, null)) {
            for (boolean ended = false; !ended; ended = partition.isAtEnd()) {
                seen.addAll(next(partition, size));
                String position = partition.position();
                assertEquals(position, partition.position(), "a position changes only when something is polled");
                try (Partition successor = input.open(name, position)) {
                    assertEquals(position, successor.position());
                    assertEquals(
                            all.subList(seen.size(), all.size()), rest(successor, size), name + " from " + position);
                }
            }
        }
        assertEquals(all, seen);
    }

    @Test
    void anotherInstanceGoesOnFromThePositionToo() throws Exception {
        for (String name : expected().keySet()) {
            List<?> all = Objects.requireNonNull(expected().get(name));
            var seen = new ArrayList<Object>();
            var position = new String[1];
            reading(input -> {
                try (Partition partition = input.open(name, null)) {
                    seen.addAll(next(partition, 1));
                    position[0] = partition.position();
                    partition.completed(partition.position());
                }
            });
            reading(input -> {
                try (Partition partition = input.open(name, position[0])) {
                    seen.addAll(rest(partition, 7));
                }
            });
            assertEquals(all, seen);
        }
    }

    @Test
    void everySegmentHasAPositionOfItsOwnWhereverOneBeginsToRead() throws Exception {
        reading(input -> {
            for (String name : input.partitions()) {
                List<String> positions = positions(input, name, null);
                assertEquals(Objects.requireNonNull(expected().get(name)).size(), positions.size(), name);
                assertEquals(positions.size(), new HashSet<>(positions).size(), name + ": " + positions);
                for (int i = 0; i < positions.size(); i++) {
                    assertEquals(
                            positions.subList(i, positions.size()),
                            positions(input, name, positions.get(i)),
                            name + " from " + positions.get(i));
                }
            }
        });
    }

    /** The position before each segment, by which jobs identify segments. */
    private static List<String> positions(Input input, String name, @Nullable String from) throws Exception {
        var positions = new ArrayList<String>();
        try (Partition partition = input.open(name, from)) {
            while (!partition.isAtEnd()) {
                String position = partition.position();
                if (!next(partition, 1).isEmpty()) {
                    positions.add(position);
                }
            }
        }
        return positions;
    }

    @Test
    void theEndIsTheEnd() throws Exception {
        reading(input -> {
            for (String name : input.partitions()) {
                try (Partition partition = input.open(name, null)) {
                    rest(partition, 7);
                    String end = partition.position();
                    assertEquals(0, partition.poll(new Object[7]));
                    assertTrue(partition.isAtEnd());
                    assertEquals(end, partition.position());
                }
            }
        });
    }

    @Test
    void readersOfDifferentPartitionsAreIndependent() throws Exception {
        reading(input -> {
            List<Partition> partitions = new ArrayList<>();
            List<List<Object>> seen = new ArrayList<>();
            for (String name : input.partitions()) {
                partitions.add(input.open(name, null));
                seen.add(new ArrayList<>());
            }
            while (!partitions.stream().allMatch(Partition::isAtEnd)) {
                for (int i = 0; i < seen.size(); i++) {
                    if (!partitions.get(i).isAtEnd()) {
                        seen.get(i).addAll(next(partitions.get(i), 1));
                    }
                }
            }
            assertEquals(new ArrayList<List<?>>(expected().values()), seen);
            for (Partition partition : partitions) {
                partition.close();
            }
        });
    }

    @Test
    void badParametersAreNamed() {
        provider().check(context().parameters());
        ProviderChecks.assertRefused(refused(), provider()::check);
    }

    /** Reads all remaining segments. */
    private static List<Object> rest(Partition partition, int size) throws Exception {
        var all = new ArrayList<Object>();
        while (!partition.isAtEnd()) {
            all.addAll(next(partition, size));
        }
        return all;
    }

    /** The segments of the next poll that is not empty; empty only at the end. */
    private static List<Object> next(Partition partition, int size) throws Exception {
        var segments = new Object[size];
        for (int turn = 0; turn < PATIENCE; turn++) {
            boolean ended = partition.isAtEnd();
            int count = partition.poll(segments);
            assertTrue(count >= 0 && count <= size, "polled " + count + " into an array of " + size);
            assertTrue(count == 0 || !ended, "something came behind the end");
            if (count > 0 || partition.isAtEnd()) {
                List<Object> polled = List.copyOf(Arrays.asList(segments).subList(0, count));
                return polled;
            }
        }
        throw new AssertionError("neither a segment nor the end within " + PATIENCE + " polls");
    }
}
