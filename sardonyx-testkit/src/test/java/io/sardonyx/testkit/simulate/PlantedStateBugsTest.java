package io.sardonyx.testkit.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.channel.Acks;
import io.sardonyx.channel.Channel;
import io.sardonyx.channel.ChannelSender;
import io.sardonyx.channel.Channels;
import io.sardonyx.serial.Codecs;
import io.sardonyx.serial.KeyGroups;
import io.sardonyx.serial.SegmentInput;
import io.sardonyx.serial.SegmentOutput;
import io.sardonyx.table.StateFile;
import io.sardonyx.table.StateFile.Chunk;
import io.sardonyx.table.StateMatch;
import io.sardonyx.table.TaskTables;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The simulator is known to see what can be wrong about the state of tasks, because it finds it where it is planted.
 */
class PlantedStateBugsTest {

    /* A list of which the count and the items are of different moments cannot even be read. */
    private static final String[] WRONG_STATE = {"has the state", "a list has "};

    /** Stands between a task and its tables, or a part of these. */
    private static <T> T between(Class<T> type, InvocationHandler bug) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, bug));
    }

    private static @Nullable Object passed(Method method, Object to, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(to, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static String found(PlantedBug bug) {
        return PlantedCheckpointBugsTest.found(bug);
    }

    /** Freezes at the first row that is written: what has changed since the mark is written as it is by then. */
    private static final class FrozenLate implements InvocationHandler {

        private final Supplier<TaskTables.Frozen> freezing;
        private TaskTables.@Nullable Frozen frozen;

        FrozenLate(Supplier<TaskTables.Frozen> freezing) {
            this.freezing = freezing;
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (frozen == null) {
                frozen = freezing.get();
            }
            return passed(method, frozen, arguments);
        }

        static TaskTables of(Assignment task, TaskTables tables) {
            return between(
                    TaskTables.class,
                    (self, method, arguments) -> method.getName().equals("freeze")
                            ? between(
                                    TaskTables.Frozen.class,
                                    new FrozenLate(
                                            () -> tables.freeze((Codecs) arguments[0], (IntPredicate) arguments[1])))
                            : passed(method, tables, arguments));
        }
    }

    @Test
    void rowThatIsWrittenAfterItsChangeIsFound() {
        assertThat(found(PlantedBug.NONE.tables(FrozenLate::of))).containsAnyOf(WRONG_STATE);
    }

    /** Takes the ack of a mark for the entry that completes the checkpoint, behind which nothing is taken back. */
    private static final class CommittedAtAck {

        private final Map<PeerId, TaskTables> tables = new HashMap<>();

        TaskTables kept(Assignment task, TaskTables of) {
            tables.put(task.peer(), of);
            return of;
        }

        Channels watched(Channels channels) {
            return between(Channels.class, (self, method, arguments) -> {
                Object end = passed(method, channels, arguments);
                return method.getName().equals("acksTo") ? watched((Channel) arguments[0], end) : end;
            });
        }

        private Object watched(Channel channel, Object sender) {
            return between(ChannelSender.class, (self, method, arguments) -> {
                Object answer = passed(method, sender, arguments);
                if (Boolean.TRUE.equals(answer) && arguments != null && arguments[0] instanceof Acks acks) {
                    acked(channel.from(), acks);
                }
                return answer;
            });
        }

        private void acked(PeerId peer, Acks acks) {
            TaskTables of = tables.get(peer);
            for (int i = 0; of != null && acks.words().length > 0 && i < acks.size(); i++) {
                if (acks.value(i) != 0) {
                    of.commit(acks.root(i));
                }
            }
        }
    }

    @Test
    void undoLogThatIsDroppedAtTheAckIsFound() {
        var bug = new CommittedAtAck();
        assertThat(found(PlantedBug.NONE.tables(bug::kept).ends(bug::watched))).containsAnyOf(WRONG_STATE);
    }

    /** Goes back to the newest checkpoint that the peer has, though the log may name an older one. */
    private static TaskTables atNewest(Assignment task, TaskTables tables) {
        return between(TaskTables.class, (self, method, arguments) -> {
            if (method.getName().equals("rewind")) {
                tables.commit(tables.generation() - 1);
            }
            return passed(method, tables, arguments);
        });
    }

    @Test
    void newestCheckpointInsteadOfTheNamedOneIsFound() {
        assertThat(found(PlantedBug.NONE.tables(PlantedStateBugsTest::atNewest)))
                .containsAnyOf(WRONG_STATE);
    }

    /** Tables whose loading is bent. */
    private static TaskTables loading(TaskTables tables, UnaryOperator<TaskTables.Loading> bug) {
        return between(
                TaskTables.class,
                (self, method, arguments) -> method.getName().equals("loading")
                        ? bug.apply(tables.loading((Codecs) arguments[0], (StateMatch) arguments[1]))
                        : passed(method, tables, arguments));
    }

    /** Loses the upper quarter of all key groups where state comes from more than one peer. */
    private static TaskTables.Loading losing(TaskTables.Loading loading) {
        var first = new Object[1];
        return between(TaskTables.Loading.class, (self, method, arguments) -> {
            if (method.getName().startsWith("read") && arguments != null) {
                int last = arguments.length - 1;
                var wanted = (IntPredicate) arguments[last];
                if (first[0] == null) {
                    first[0] = wanted;
                } else if (!wanted.equals(first[0])) {
                    IntPredicate most = group -> group < KeyGroups.COUNT / 4 * 3;
                    arguments[last] = most.and(wanted);
                }
            }
            return passed(method, loading, arguments);
        });
    }

    @Test
    void rangeOfKeyGroupsThatIsLostInScalingIsFound() {
        assertThat(found(PlantedBug.NONE.tables((task, tables) -> loading(tables, PlantedStateBugsTest::losing))))
                .containsAnyOf(WRONG_STATE);
    }

    /** Forgets the removals that a chunk of entries has. */
    private static TaskTables.Loading forgetful(TaskTables.Loading loading) {
        return between(TaskTables.Loading.class, (self, method, arguments) -> {
            if (method.getName().equals("read")) {
                var file = (StateFile) arguments[0];
                var chunk = (Chunk) arguments[1];
                if (file.states().get(chunk.table()).contains(":ENTRIES:")) {
                    SegmentOutput left = Codecs.builder().build().output();
                    int rows = copyLive((ByteBuffer) arguments[2], chunk.rows(), left);
                    arguments[1] = new Chunk(
                            chunk.table(),
                            chunk.range(),
                            chunk.whole(),
                            rows,
                            chunk.offset(),
                            left.size(),
                            StateFile.checksum(left.bytes()));
                    arguments[2] = left.bytes();
                }
            }
            return passed(method, loading, arguments);
        });
    }

    /** Copies rows that are not removals; returns how many. */
    private static int copyLive(ByteBuffer rows, int count, SegmentOutput out) {
        SegmentInput in = Codecs.builder().build().input().over(rows);
        int live = 0;
        for (int i = 0; i < count; i++) {
            int kind = in.takeUnsigned();
            Object key = in.key();
            Object entry = in.key();
            if (kind == 0) {
                out.putSize(kind);
                out.segment(key);
                out.segment(entry);
                out.segment(in.segment());
                live++;
            }
        }
        return live;
    }

    @Test
    void removalThatIsForgottenIsFound() {
        assertThat(found(PlantedBug.NONE.tables((task, tables) -> loading(tables, PlantedStateBugsTest::forgetful))))
                .containsAnyOf(WRONG_STATE);
    }
}
