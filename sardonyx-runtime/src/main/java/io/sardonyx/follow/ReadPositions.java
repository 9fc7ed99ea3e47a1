package io.sardonyx.follow;

import io.sardonyx.content.DocumentSweeper;
import io.sardonyx.json.Field;
import io.sardonyx.json.Json;
import io.sardonyx.json.JsonOut;
import io.sardonyx.loop.Deadline;
import io.sardonyx.loop.Mailbox;
import io.sardonyx.port.Document;
import io.sardonyx.port.Documents;
import io.sardonyx.value.GroupId;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * Documents with the position up to which each member has read the log, and in a coordinated cluster the coordinator's,
 * for operators: {@code read-positions/GROUP}.
 */
public final class ReadPositions {

    /** Interval of writing while a member reads on; when it reads nothing, it writes nothing. */
    public static final Duration EVERY = Duration.ofSeconds(5);

    private static final String PREFIX = DocumentSweeper.READ_POSITIONS;
    private static final String ENTRIES = "position";
    private static final String EVENTS = "events";

    private final Documents documents;

    public ReadPositions(Documents documents) {
        this.documents = documents;
    }

    /** The positions of all members that have written one, dead ones included. */
    public CompletionStage<Map<GroupId, Long>> all() {
        return all(ENTRIES);
    }

    /** The positions of these members in the coordinator's log. */
    public CompletionStage<Map<GroupId, Long>> ofEvents() {
        return all(EVENTS);
    }

    private CompletionStage<Map<GroupId, Long>> all(String field) {
        return documents.names(PREFIX).thenCompose(documents::read).thenApply(found -> {
            var positions = new TreeMap<GroupId, Long>();
            for (Document document : found) {
                Field position = Json.read(document.body()).at(field);
                if (!position.isAbsent()) {
                    positions.put(groupOf(document.name()), position.position());
                }
            }
            return positions;
        });
    }

    private static GroupId groupOf(String name) {
        return GroupId.of(name.substring(PREFIX.length()));
    }

    /** Writes the position of one group. Confined to the group's thread. */
    public static final class Writer {

        private final String name;
        private final Documents documents;
        private final Mailbox mailbox = new Mailbox();
        private final Deadline next = new Deadline();
        /** Version of the document that the next write expects. */
        private long version = Documents.ABSENT;

        private long written = -1;
        private long writtenEvents = -1;
        private boolean asking;

        public Writer(GroupId group, Documents documents) {
            this.name = PREFIX + group;
            this.documents = documents;
        }

        /**
         * Writes if a position has changed and the interval is over; returns whether it did anything.
         *
         * @param events position in the coordinator's log, or -1 if it reads none
         */
        public boolean turn(long nowNanos, long position, long events) {
            boolean worked = mailbox.drain(nowNanos);
            if (asking || position == written && events == writtenEvents || !next.isDue(nowNanos)) {
                return worked;
            }
            asking = true;
            next.set(nowNanos + EVERY.toNanos());
            var text = new StringWriter();
            JsonOut out = Json.onto(text).begin().number(ENTRIES, position);
            if (events >= 0) {
                out.number(EVENTS, events);
            }
            out.end().finish();
            mailbox.await(
                    documents.write(name, text.toString().getBytes(StandardCharsets.UTF_8), version),
                    answer -> {
                        asking = false;
                        answer.ifPresentOrElse(
                                now -> {
                                    version = now;
                                    written = position;
                                    writtenEvents = events;
                                },
                                this::look);
                    },
                    failure -> look());
            return true;
        }

        /** Reads the document's version after a write whose outcome is unknown. */
        private void look() {
            asking = true;
            mailbox.await(
                    documents.read(List.of(name)),
                    found -> {
                        asking = false;
                        version = found.isEmpty()
                                ? Documents.ABSENT
                                : found.get(0).version();
                    },
                    failure -> asking = false);
        }

        /** Deletes the document, without waiting; if that fails, the {@link DocumentSweeper} does so later. */
        public void close() {
            if (version != Documents.ABSENT) {
                mailbox.await(documents.delete(name, version), gone -> {}, failure -> {});
            }
        }
    }
}
