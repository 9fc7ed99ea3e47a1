package io.sardonyx.job.check;

import io.sardonyx.job.Call;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.value.TaskName;
import io.sardonyx.value.text.Spelling;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What the checks of one job have found so far, and what they ask of it most often. */
final class FaultCollector {

    private static final String WORD = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
    private static final Pattern METHOD = Pattern.compile(WORD + "(\\." + WORD + ")*::" + WORD);

    /** Wrong names are compared with so many known ones in all; to compare all of a large job would take hours. */
    private static final int MOST_COMPARED = 100_000;

    /** So many names does a remedy list. */
    private static final int MOST_LISTED = 20;

    private final Set<TaskName> described = new LinkedHashSet<>();
    private final Set<Fault> faults = new LinkedHashSet<>();
    private int compared;

    FaultCollector(Job job) {
        job.catalog().forEach(entry -> described.add(entry.name()));
    }

    boolean isDescribed(TaskName task) {
        return described.contains(task);
    }

    List<Fault> faults() {
        return List.copyOf(faults);
    }

    void add(Part part, String what, String remedy) {
        faults.add(new Fault(part, what, remedy));
    }

    /** Whether there is such a task; if not, that is a fault of the part that names it. */
    boolean isTask(Part part, TaskName task) {
        if (described.contains(task)) {
            return true;
        }
        add(part, "there is no task " + task, nearest(task, described, "describe it in the catalog, or leave it out"));
        return false;
    }

    /** A guess at what was meant, else some other remedy. */
    String nearest(TaskName task, Collection<TaskName> known, String otherwise) {
        compared += known.size();
        if (compared > MOST_COMPARED) {
            return otherwise;
        }
        return Spelling.nearest(task.text(), known.stream().map(TaskName::text).toList())
                .map(near -> "did you mean " + near + "?")
                .orElse(otherwise);
    }

    /** The names for a sentence, the first of them if they are many. */
    static String listed(List<TaskName> names) {
        return names.size() <= MOST_LISTED
                ? names.toString()
                : names.subList(0, MOST_LISTED) + " and " + (names.size() - MOST_LISTED) + " more";
    }

    /** What is called there has to be a method. */
    void checkMethod(Part part, Call call) {
        if (!METHOD.matcher(call.name()).matches()) {
            add(
                    part,
                    "\"" + call.name() + "\" names no method",
                    "name a public static method or accessor as com.acme.Words::split, with the package of its class");
        }
        checkParameters(part, call);
    }

    /** What looks like a reference to a secret has to be one. */
    void checkParameters(Part part, Call call) {
        call.parameters().withTexts(text -> {
            try {
                SecretTemplate.of(text);
            } catch (IllegalArgumentException e) {
                add(part, String.valueOf(e.getMessage()), "");
            }
            return text;
        });
    }
}
