package io.sardonyx.entry;

import java.util.List;
import java.util.Random;

/**
 * Histories made of any commands about a few ids, as JSON: sensible often enough to get somewhere, else stale or
 * absurd.
 */
public final class RandomEntries {

    private static final List<String> GROUPS = List.of("a", "b", "c", "d", "e");
    private static final List<String> PEERS = List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8");
    private static final List<String> JOBS = List.of("j1", "j2", "j3", "j4");
    private static final List<String> TASKS = List.of("in", "work", "out");

    private final Random random;
    private long sequence;

    public RandomEntries(long seed) {
        this.random = new Random(seed);
    }

    private String any(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    /** The beginning of a history. */
    public String founding() {
        String allocation = any(List.of("planned", "volunteered", "coordinated"));
        String scheduler = any(List.of("greedy", "balanced", "percentage"));
        return "'fn':'found-cluster','args':{'cluster':'c','allocation':'" + allocation + "','job-scheduler':'"
                + scheduler + "','limits':{'remembered':" + (1 + random.nextInt(4)) + "},'format':"
                + (1 + random.nextInt(2)) + "}";
    }

    /** The fields of an entry, without its position. */
    public String next() {
        String author = random.nextInt(4) > 0
                ? ""
                : ",'author':'" + any(GROUPS) + "','sequence':" + (random.nextInt(5) == 0 ? 1 : ++sequence);
        return command() + author;
    }

    private String command() {
        String group = any(GROUPS);
        String peer = any(PEERS);
        String work = "'job':'" + any(JOBS) + "','task':'" + any(TASKS) + "'";
        return switch (random.nextInt(26)) {
            case 0, 1 -> fn("prepare-join-cluster", "'joiner':'" + group + "'");
            case 2, 3 -> fn("notify-join-cluster", "'observer':'" + group + "'");
            case 4, 5 ->
                fn("accept-join-cluster", "'observer':'" + group + "','accepted-observer':'" + any(GROUPS) + "'");
            case 6 -> fn("abort-join-cluster", "'id':'" + group + "'");
            case 7 ->
                random.nextInt(3) > 0
                        ? fn("peer-gc", "'id':'x'")
                        : fn("group-leave-cluster", "'id':'" + group + "','died':" + random.nextBoolean());
            case 8, 9 -> addPeer(peer, group);
            case 10 -> fn("leave-cluster", "'id':'" + peer + "'");
            case 11, 12 -> submit();
            case 13 -> fn("volunteer-for-task", "'id':'" + peer + "'");
            case 14 -> fn("signal-ready", "'id':'" + peer + "'");
            case 15 -> fn("seal-task", "'id':'" + peer + "'," + work);
            case 16 -> fn("complete-task", "'id':'" + peer + "'," + work);
            case 17 -> fn(random.nextBoolean() ? "exhaust-input" : "seal-output", work);
            case 18 -> ending();
            case 19 -> fn("declare-unfit", "'id':'" + group + "','reason':'no jar','job':'" + any(JOBS) + "'");
            case 20 -> fn("note-progress", "'id':'" + peer + "','job':'" + any(JOBS) + "'");
            case 21 -> fn(random.nextBoolean() ? "release-job" : "forget-job", "'job':'" + any(JOBS) + "'");
            case 22 -> upkeep(group);
            case 23, 24 -> checkpoint();
            default ->
                fn(
                        "assign-bookkeeper-log-id",
                        work.replace("job", "job-id").replace("task", "task-id") + ",'slot-id':" + random.nextInt(3)
                                + ",'ledger-id':" + random.nextInt(9));
        };
    }

    private static String fn(String name, String args) {
        return "'fn':'" + name + "','args':{" + args + "}";
    }

    private String addPeer(String peer, String group) {
        String site = random.nextBoolean() ? "" : ",'peer-site':'host" + random.nextInt(2) + "'";
        String tags = random.nextBoolean() ? "" : ",'tags':['" + any(List.of("x", "y")) + "']";
        return fn("add-virtual-peer", "'id':'" + peer + "','group-id':'" + group + "'" + site + tags);
    }

    private String submit() {
        var args = new StringBuilder("'id':'" + any(JOBS) + "','tasks':['in','work','out']");
        maybe(args, ",'task-scheduler':'" + any(List.of("greedy", "balanced", "percentage", "colocated")) + "'");
        maybe(args, ",'saturation':" + (1 + random.nextInt(6)));
        maybe(args, ",'percentage':" + random.nextInt(101));
        maybe(args, ",'task-percentages':{'in':12.5,'work':" + random.nextInt(80) + "}");
        maybe(args, ",'task-saturation':{'work':" + (2 + random.nextInt(3)) + "}");
        maybe(args, ",'min-required-peers':{'work':" + random.nextInt(3) + "}");
        maybe(args, ",'flux-policies':{'work':'" + any(List.of("kill", "continue", "recover")) + "'}");
        maybe(args, ",'required-tags':{'out':['x']}");
        maybe(args, ",'inputs':['in']");
        maybe(args, ",'outputs':['out']");
        maybe(args, ",'delivery':'" + any(List.of("direct", "queued")) + "'");
        maybe(args, ",'whole-only':true");
        maybe(args, ",'keep':" + (1 + random.nextInt(3)));
        maybe(args, ",'resumes':{'job':'" + any(JOBS) + "','number':" + (1 + random.nextInt(3)) + "}");
        maybe(args, ",'job-hash':'" + random.nextInt(9) + "'");
        return fn("submit-job", args.toString());
    }

    private void maybe(StringBuilder args, String argument) {
        if (random.nextInt(3) == 0) {
            args.append(argument);
        }
    }

    private String checkpoint() {
        String job = "'job':'" + any(JOBS) + "'";
        String number = ",'number':" + (1 + random.nextInt(3));
        String name = ",'name':'" + any(List.of("a", "b")) + "'";
        return switch (random.nextInt(6)) {
            case 0 -> fn("keep-checkpoint", job + number + name);
            case 1 -> fn("drop-checkpoint", job + name);
            case 2 -> fn("stop-job", job);
            case 3 -> fn("rewind-job", job + ",'fence':" + random.nextInt(40) + ",'reason':'lost'");
            default ->
                fn(
                        "complete-checkpoint",
                        job + number + ",'fence':" + random.nextInt(40) + ",'manifest':'m','last':"
                                + (random.nextInt(3) == 0));
        };
    }

    private String upkeep(String group) {
        return random.nextInt(5) == 0
                ? fn("set-state-storage", "'uri':'file:/" + random.nextInt(2) + "'")
                : random.nextBoolean()
                        ? fn("raise-format", "'format':" + (1 + random.nextInt(2)))
                        : fn("dispute-hash", "'id':'" + group + "','author':'" + any(GROUPS) + "','position':3");
    }

    private String ending() {
        return switch (random.nextInt(4)) {
            case 0 -> fn("kill-job", "'job':'" + any(JOBS) + "','reason':'some \\n reason'");
            case 1 -> fn("complete-job", "'job-id':'" + any(JOBS) + "'");
            default -> fn("gc", "'id':'" + any(GROUPS) + "'");
        };
    }
}
