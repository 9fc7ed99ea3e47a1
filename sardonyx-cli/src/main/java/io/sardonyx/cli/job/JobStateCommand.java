package io.sardonyx.cli.job;

import io.sardonyx.cli.option.AtOption;
import io.sardonyx.client.JobStatus;
import io.sardonyx.client.KeyState;
import io.sardonyx.client.admin.AdminClient;
import io.sardonyx.client.admin.StateQuery;
import io.sardonyx.entry.ReplicaView;
import io.sardonyx.json.BadInput;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.value.JobId;
import io.sardonyx.value.TaskName;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code job state}: shows what a task keeps for its keys, as of a checkpoint. */
@Command(
        name = "state",
        description = {
            "Shows what a task keeps for its keys, as of the latest checkpoint or another one that is kept.",
            "It is read from what is stored, so the job may run, be stopped or be dead."
        },
        footer = "  $ sardonyx job state --store file:/tmp/cluster alerts check card-17",
        exitCodeList = {
            "0:shown",
            "1:what is stored is damaged or missing",
            "2:bad input, no such job, task, key or checkpoint",
            "3:the store does not answer"
        })
final class JobStateCommand extends SingleJobCommand {

    @Parameters(index = "1", paramLabel = "TASK", description = "The task that keeps it.")
    private String task;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "KEY",
            description = "A key that is a text or a whole number; all keys by default.")
    private @Nullable String key;

    @Option(names = "--state", paramLabel = "NAME", description = "Only the state with this name.")
    private @Nullable String state;

    @Option(
            names = "--checkpoint",
            paramLabel = "N",
            description = "Number or name of a checkpoint that is kept; the latest by default.")
    private @Nullable String checkpoint;

    @Mixin
    private final AtOption at = new AtOption();

    @Option(names = "--count", description = "Print only how many keys each state has.")
    private boolean count;

    @Option(names = "--bytes", description = "Print only how many stored bytes each state has.")
    private boolean bytes;

    @Override
    void run(JobStatus status, ReplicaView view, AdminClient client) {
        boolean past = at.position() != Long.MAX_VALUE;
        if (count && bytes || key != null && (count || bytes) || checkpoint != null && past) {
            throw new BadInput("one of KEY, --count and --bytes can be given, and one of --checkpoint and --at");
        }
        try (StateQuery query = open(status.job(), client, past)) {
            Set<String> names = query.states();
            if (state != null && !names.contains(state)) {
                throw new BadInput("task " + task + " has no state " + state + "; it has " + names);
            }
            if (bytes) {
                figures(query, "bytes", query.bytes());
            } else if (count) {
                figures(query, "keys", counted(query, names));
            } else if (key != null) {
                one(query, status.job(), key);
            } else {
                query.all(this::print);
            }
        }
    }

    private StateQuery open(JobId job, AdminClient client, boolean past) {
        try {
            return client.stateQuery(
                    job, TaskName.of(task), past ? StateQuery.at(at.position()) : StateQuery.checkpoint(checkpoint));
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()), e);
        }
    }

    private void one(StateQuery query, JobId job, String wanted) {
        List<KeyState> found = query.of(wanted).stream().filter(this::isShown).toList();
        if (found.isEmpty()) {
            throw new BadInput("task " + task + " of job " + job + " keeps nothing for key " + wanted
                    + " at checkpoint " + query.number());
        }
        found.forEach(this::print);
    }

    private Map<String, Long> counted(StateQuery query, Set<String> names) {
        var counts = new TreeMap<String, Long>();
        names.forEach(name -> counts.put(name, 0L));
        query.all(each -> each.states().keySet().forEach(name -> counts.merge(name, 1L, Long::sum)));
        return counts;
    }

    private void figures(StateQuery query, String unit, Map<String, Long> byState) {
        Map<String, Long> shown = state == null ? byState : Map.of(state, byState.getOrDefault(state, 0L));
        json.print(
                out -> {
                    out.number("checkpoint", query.number()).begin(unit);
                    shown.forEach(out::number);
                    out.end();
                },
                out -> shown.forEach((name, number) -> out.println(name + " " + number + " " + unit)));
    }

    private boolean isShown(KeyState each) {
        return state == null || each.states().containsKey(state);
    }

    private void print(KeyState each) {
        if (isShown(each)) {
            Map<String, Object> states = state == null
                    ? each.states()
                    : Collections.singletonMap(state, each.states().get(state));
            json.print(out -> out.value("key", each.key()).value("states", states), out -> print(each, states, out));
        }
    }

    private static void print(KeyState each, Map<String, Object> states, PrintWriter out) {
        var line = new StringBuilder(text(each.key()));
        states.forEach(
                (name, value) -> line.append("  ").append(name).append(' ').append(text(value)));
        out.println(line);
    }

    /** A text or a number as it is, all else as JSON. */
    private static String text(@Nullable Object value) {
        if (value instanceof String text && text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        var text = new StringWriter();
        JsonOut out = Json.onto(text).begin();
        out.value("", value).end().finish();
        String all = text.toString();
        return all.substring(all.indexOf(':') + 1, all.length() - 1);
    }
}
