package io.sardonyx.cli.demo;

import io.sardonyx.answer.Phrases;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import java.io.PrintWriter;
import java.util.List;

/**
 * An event of the demonstration.
 *
 * @param millis since its start
 * @param event keyword for programs
 * @param facts alternating names and values; a Long is written as number, a Boolean as boolean
 * @param sentence text for people
 */
record DemoEvent(long millis, String event, List<Object> facts, String sentence) {

    String text() {
        return String.format("%8s  %s", Phrases.seconds(millis), sentence);
    }

    void write(PrintWriter out) {
        JsonOut line = Json.onto(out).begin().text("event", event).number("millis", millis);
        for (int i = 0; i < facts.size(); i += 2) {
            String name = facts.get(i).toString();
            Object fact = facts.get(i + 1);
            if (fact instanceof Long number) {
                line.number(name, number);
            } else if (fact instanceof Boolean truth) {
                line.flag(name, truth);
            } else {
                line.text(name, fact);
            }
        }
        line.end().newLine();
    }
}
