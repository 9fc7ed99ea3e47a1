package io.sardonyx.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.sardonyx.assignment.Routes;
import io.sardonyx.channel.LocalChannels;
import io.sardonyx.command.Command;
import io.sardonyx.command.ExhaustInput;
import io.sardonyx.command.SealOutput;
import io.sardonyx.connect.Inputs;
import io.sardonyx.connect.Outputs;
import io.sardonyx.engine.TaskEntries;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Job;
import io.sardonyx.plugin.Lifecycle.StopReason;
import io.sardonyx.report.TaskStats;
import io.sardonyx.secret.Secrets;
import io.sardonyx.task.input.PluginRegistry;
import io.sardonyx.task.input.PluginReopener;
import io.sardonyx.task.input.TaskOrders;
import io.sardonyx.task.input.TaskStores;
import io.sardonyx.task.state.StateBudget;
import io.sardonyx.value.Assignment;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.table.SortedTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The loops of one job, given turns by one thread in any order, under a clock of its own. */
public final class Rig extends TaskEntries {

    final Drawer documents = new Drawer();
    public final LocalChannels exchange = new LocalChannels();
    public final Map<String, Object> resources = new HashMap<>();
    public final List<Command> said = new ArrayList<>();
    final Map<Assignment, TaskLoop> loops = new LinkedHashMap<>();
    final List<TaskLoop> ending = new ArrayList<>();
    private final SplittableRandom random;
    private final List<TaskLoop> paused = new ArrayList<>();
    private final Map<Assignment, TaskOrders> undelivered = new LinkedHashMap<>();
    private final ProcessResources processResources;
    private final Job job;
    private long nowNanos = 1_000_000_000L;
    private long fence;
    int mostChannels;

    public Rig(Job job, long seed) {
        this.job = job;
        this.random = new SplittableRandom(seed);
        this.processResources = new ProcessResources(
                FunctionLoader.onClassPath(),
                PluginRegistry.in(Rig.class.getClassLoader()),
                exchange,
                loop -> {},
                resources,
                () -> nowNanos,
                () -> Instant.EPOCH.plusNanos(nowNanos),
                StateBudget.ofHeap(),
                random::nextLong,
                List::of,
                Secrets.none());
    }

    /** A plugin that is open, outside of any job. */
    static <T extends AutoCloseable> PluginReopener<T> opened(T instance) {
        return empty().openedBy(() -> instance);
    }

    /** A rig without loops. */
    static Rig empty() {
        return new Rig(
                Job.named("none")
                        .input("read", Inputs.numbers(1))
                        .output("write", Outputs.discard())
                        .path("read", "write")
                        .build(),
                1);
    }

    /** A plugin that is open, and opened again by the rig's clock. */
    <T extends AutoCloseable> PluginReopener<T> openedBy(PluginReopener.Opening<T> opening) {
        var self = new Assignment(PeerId.of("p"), job.id(), TaskName.of("read"), 0);
        var reopener = new PluginReopener<>(new TaskDefinition(job, self), processResources, opening);
        try {
            assertThat(reopener.open()).isTrue();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return reopener;
    }

    /** The job gets so many peers for each task; they hear of it one after another. */
    public void place(Map<String, Integer> peers) {
        fence++;
        var receivers = new TreeMap<TaskName, List<Routes.Receiver>>();
        var wanted = new ArrayList<Assignment>();
        for (CatalogEntry entry : job.catalog()) {
            var places = new ArrayList<Routes.Receiver>();
            for (int slot = 0; slot < peers.getOrDefault(entry.name().text(), 1); slot++) {
                PeerId peer = PeerId.of(entry.name() + "-" + slot);
                places.add(new Routes.Receiver(slot, peer, null));
                wanted.add(new Assignment(peer, job.id(), entry.name(), slot));
            }
            receivers.put(entry.name(), places);
        }
        loops.entrySet().removeIf(entry -> {
            boolean ended = !wanted.contains(entry.getKey());
            if (ended) {
                entry.getValue().stop(StopReason.REASSIGNED);
                ending.add(entry.getValue());
            }
            return ended;
        });
        undelivered.clear();
        var routes = new Routes(fence, SortedTable.of(receivers));
        wanted.forEach(it -> undelivered.put(it, new TaskOrders(routes, true, false)));
    }

    private void deliver(Assignment to) {
        TaskOrders orders = undelivered.remove(to);
        if (orders == null) {
            return;
        }
        TaskLoop loop = loops.get(to);
        if (loop == null) {
            loops.put(
                    to,
                    new TaskLoop(
                            new TaskDefinition(job, to), processResources, TaskStores.of(documents), orders, this));
        } else {
            loop.follow(orders);
        }
    }

    /** A turn of somebody, or somebody hears of new orders. */
    public void step() {
        if (!undelivered.isEmpty() && random.nextInt(4) == 0) {
            deliver(any(new ArrayList<>(undelivered.keySet())));
        }
        var all = new ArrayList<>(loops.values());
        all.addAll(ending);
        if (!all.isEmpty()) {
            nowNanos += random.nextInt(200_000);
            any(all).turn(nowNanos);
            mostChannels = Math.max(mostChannels, exchange.size());
        }
    }

    /** A turn of everybody in any order, after all orders were heard; whether there was anything to do. */
    public boolean round() {
        new ArrayList<>(undelivered.keySet()).forEach(this::deliver);
        var all = new ArrayList<>(loops.values());
        all.addAll(ending);
        all.removeAll(paused);
        boolean worked = false;
        while (!all.isEmpty()) {
            nowNanos += random.nextInt(20_000);
            TaskLoop loop = any(all);
            all.remove(loop);
            worked |= loop.turn(nowNanos);
        }
        return worked;
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    long nowNanos() {
        return nowNanos;
    }

    public void pass(long nanos) {
        nowNanos += nanos;
    }

    /** It gets no turns until it is resumed. */
    void pause(String task, int slot) {
        paused.add(loop(task, slot));
    }

    void resume(String task, int slot) {
        paused.remove(loop(task, slot));
    }

    /** Goes on until every input is exhausted; whether that came to pass. */
    public boolean finish(int rounds) {
        for (int i = 0; i < rounds && !isExhausted(); i++) {
            if (!round()) {
                pass(50_000_000);
            }
        }
        return isExhausted();
    }

    boolean isExhausted() {
        return exhausted()
                .containsAll(job.catalog().stream()
                        .filter(entry -> entry.task().input())
                        .map(entry -> entry.name().text())
                        .toList());
    }

    Set<String> exhausted() {
        return said.stream()
                .filter(ExhaustInput.class::isInstance)
                .map(command -> ((ExhaustInput) command).task().text())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All that was said but what belongs to an orderly end. */
    public List<Command> complaints() {
        return said.stream()
                .filter(command -> !(command instanceof ExhaustInput) && !(command instanceof SealOutput))
                .toList();
    }

    public int openRoots() {
        return loops.values().stream()
                .mapToInt(loop -> loop.stats().openRoots())
                .sum();
    }

    public void end() {
        loops.values().forEach(loop -> loop.stop(StopReason.JOB_COMPLETED));
        round();
    }

    TaskLoop loop(String task, int slot) {
        return loops.get(new Assignment(PeerId.of(task + "-" + slot), job.id(), TaskName.of(task), slot));
    }

    @Override
    protected void append(Command command) {
        said.add(command);
    }

    /** What failed at the end of tasks. */
    final List<String> failuresAtEnd = new ArrayList<>();

    @Override
    public void failedAtEnd(Assignment task, String why) {
        failuresAtEnd.add(task.task() + ": " + why);
    }

    @Override
    public void did(TaskStats stats) {}

    @Override
    public void ended() {}
}
