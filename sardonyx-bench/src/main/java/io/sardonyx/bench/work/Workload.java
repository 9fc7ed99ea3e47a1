package io.sardonyx.bench.work;

/** A kind of work, the same for all engines. */
public enum Workload {
    W1("stateless: events, map, filter, count and checksum", """
            rows of one variant. `unfused` has four tasks, `fused` is what an engine makes of the plainest program by
            itself. With one of each task ours fills two cores, since any of its threads takes any task, and the others
            little more than one; `-2` has two of every task, so that each has both. `exactly-once` is `unfused` with a
            checkpoint every second.""", "events", 1 << 18),
    W1M(
            "W1 on linked hash maps instead of objects",
            "four tasks, one of each; ours fills two cores with them, Jet little more than one.",
            "events",
            1 << 16),
    W2("words counted by key over two: lines, split, count", """
            `unfused`, `fused` and `exactly-once` send every word to the one that counts it; the last keeps its counts
            in state, in a checkpoint every second. `exactly-once-combined` does so, too, but counts where words are
            split and sends counts: compare it with `two-stage`, Jet's own `groupingKey().aggregate()`, whose counts are
            in no snapshot. `-2` also reads and splits twice; `1t-2` has two stages.""", "lines", 1 << 14),
    W4("W1 in four tasks, at least once", """
            rows of as many of each task. All replay from the source what was lost. `batch-roots` acknowledges batches,
            as it does unasked, `segment-roots` each segment; `batch-size-1` sends each segment alone. By hand
            `xorbatch` is one thread, `xorbatch-2` two, and they keep no promise.""", "events", 1 << 18),
    W5("latency of a paced source, map, running count by key over two", """
            the same rate, late from when an event was due. An engine may buy latency with cores: read both. By hand two
            threads hand over single events; Flink sends its buffers after 1 ms. `exactly-once` has a checkpoint every
            second, and its counts in state.""", "events", 1 << 14),
    W6(
            "start-up until the first thousand events of W1 are through",
            "plain JVMs, no class data archive, the default collector; a user of our launcher waits less.",
            "events",
            1_000),
    W7("words counted by key over two processes: lines, split, count", """
            `2jvms-tcp`, `tcp`, `aeron`, `2members` and `2taskmanagers` send every word that the other process counts.
            `tcp-combined` counts where words are split and sends counts, which are in state, in a checkpoint every
            second: compare it with `2members-two-stage`, Jet's own `groupingKey().aggregate()`, whose counts are in no
            snapshot.""", "lines", 1 << 14),
    W10(
            "running sums of many whole-number keys over two, exactly once, checkpoints every five seconds",
            """
            the same keys, drawn evenly, a million with `--quick` and ten million without; every input gives the running
            sum of its key. Ours and Flink write checkpoints to a directory, Jet to its own maps, which are part of its
            heap. Flink has its heap backend, with all state in each checkpoint, and RocksDB's, whose checkpoints have
            what has changed, and whose state is mostly outside of the heap. The heap is what a trial before the timed
            one added to what lived, after a collection when the input ends. Turns are those of the task whose turns are
            longest, in the timed trial; another engine does not tell of them.""",
            "additions",
            1 << 20),
    W11("sums as in W10 over three processes, one of which is killed", """
            the same keys, a million with `--quick` and ten million without, and the same pace once all were there, with
            a checkpoint every five seconds. One process gets SIGKILL eight seconds later. `noticed` is when another one
            no longer counts it as a member, by the engine's own defaults; `back` is from then until two processes do 90
            % of what three did before, within a quarter of a second. In the end each key has its exact sum. Ours has
            its checkpoints in a directory, Jet in the memory of its members.""", "additions", 1 << 20);

    private final String what;
    private final String likeForLike;
    private final String unit;
    private final long fewInputs;

    Workload(String what, String likeForLike, String unit, long fewInputs) {
        this.what = what;
        this.likeForLike = likeForLike;
        this.unit = unit;
        this.fewInputs = fewInputs;
    }

    public String what() {
        return what;
    }

    /** Which rows of its table may be compared, and what else to know of them. */
    public String likeForLike() {
        return likeForLike;
    }

    public String unit() {
        return unit;
    }

    /** So few that every engine is through in a moment, cold as it is. */
    public long fewInputs() {
        return fewInputs;
    }

    /** What must come out, by the plainest of loops. */
    Tally expected(long inputs) {
        return switch (this) {
            case W1, W1M, W4, W6 -> events(inputs);
            case W2, W7 -> words(inputs);
            case W5 -> counts(inputs);
            case W10 -> sums(inputs);
            case W11 -> finalSums(inputs);
        };
    }

    private static Tally events(long inputs) {
        var tally = new Tally();
        for (long i = 0; i < inputs; i++) {
            Event event = Events.map(Events.of(i));
            if (Events.isKept(event)) {
                tally.add(event);
            }
        }
        return tally;
    }

    private static Tally words(long inputs) {
        var counts = new WordCounts();
        for (long i = 0; i < inputs; i++) {
            Lines.split(Lines.of(i)).forEach(counts::add);
        }
        return counts.tally();
    }

    private static Tally counts(long inputs) {
        var tally = new Tally();
        var counts = new RunningCounts();
        for (long i = 0; i < inputs; i++) {
            tally.add(counts.next(Events.map(Events.of(i))), inputs);
        }
        return tally;
    }

    private static Tally finalSums(long inputs) {
        long[] sums = new long[Additions.filled(inputs)];
        for (long i = 0; i < inputs; i++) {
            Addition addition = Additions.filling(i, sums.length);
            sums[(int) addition.key] += addition.amount;
        }
        var tally = new Tally();
        for (int key = 0; key < sums.length; key++) {
            tally.add(Additions.digest(new Addition(key, sums[key])));
        }
        return tally;
    }

    private static Tally sums(long inputs) {
        var tally = new Tally();
        long[] sums = new long[Additions.keys(inputs)];
        for (long i = 0; i < inputs; i++) {
            Addition addition = Additions.of(i, inputs);
            addition.amount = sums[(int) addition.key] += addition.amount;
            tally.add(Additions.digest(addition));
        }
        return tally;
    }
}
