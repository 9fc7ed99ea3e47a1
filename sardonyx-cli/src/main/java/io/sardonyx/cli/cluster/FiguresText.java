package io.sardonyx.cli.cluster;

import io.sardonyx.answer.JobFigures;
import io.sardonyx.answer.Phrases;
import io.sardonyx.content.TaskReport;
import io.sardonyx.value.TaskName;
import java.io.PrintWriter;

/** Formatting of a job's figures as text. */
public record FiguresText(JobFigures figures) {

    /** Prints a line on one task, if there is a report of it. */
    public void print(TaskName task, PrintWriter out) {
        figures.task(task)
                .ifPresent(report -> out.println("    " + Phrases.grouped(report.takenPerSecond()) + "/s taken, "
                        + Phrases.grouped(report.givenPerSecond()) + "/s given; in all "
                        + Phrases.grouped(report.taken())
                        + " taken, " + Phrases.grouped(report.given()) + " given"
                        + some(report.skipped(), "skipped")
                        + some(report.openRoots(), "pending")
                        + some(report.replays(), "emitted again")
                        + (read(report).isEmpty() ? "" : ", " + read(report))
                        + (report.inputFull() ? "; its input is full" : "")));
    }

    /** The progress of an input as text, or the empty string if its size is unknown. */
    public static String read(TaskReport report) {
        return report.extent().all() <= 0 ? "" : (int) (100 * report.extent().share()) + " % read";
    }

    private static String some(long number, String what) {
        return number == 0 ? "" : ", " + Phrases.grouped(number) + " " + what;
    }

    /** Prints the bottleneck, waits, hints, link failures, and the age of the reports. */
    public void print(PrintWriter out) {
        figures.bottleneck()
                .ifPresent(task -> out.println(
                        "  task " + task + " holds up what is before it: its input is full and its output is not"));
        figures.waits().forEach(wait -> out.println("  " + wait));
        figures.hints().forEach(hint -> out.println("  " + hint));
        figures.troubles().forEach(trouble -> out.println("  " + trouble));
        if (figures.leftOut() > 0) {
            out.println("  " + figures.leftOut() + " tasks and links are left out: the reports would be too long");
        }
        out.println(
                figures.tasks().isEmpty()
                        ? "  no peer has said yet how its task does"
                        : "  rates as told " + Phrases.seconds(figures.ageMillis()) + " ago");
    }
}
