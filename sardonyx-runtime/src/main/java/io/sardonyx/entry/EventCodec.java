package io.sardonyx.entry;

import io.sardonyx.coordinator.Ack;
import io.sardonyx.coordinator.Born;
import io.sardonyx.coordinator.Complete;
import io.sardonyx.coordinator.Death;
import io.sardonyx.coordinator.Event;
import io.sardonyx.coordinator.Evict;
import io.sardonyx.coordinator.Exhaust;
import io.sardonyx.coordinator.Offer;
import io.sardonyx.coordinator.Plan;
import io.sardonyx.coordinator.Post;
import io.sardonyx.coordinator.Revoke;
import io.sardonyx.coordinator.Roster;
import io.sardonyx.coordinator.Seal;
import io.sardonyx.coordinator.Shutdown;
import io.sardonyx.coordinator.Unfit;
import io.sardonyx.coordinator.Withdraw;
import io.sardonyx.json.Field;
import io.sardonyx.json.JsonOut;
import io.sardonyx.json.Keywords;
import io.sardonyx.log.Entry;
import io.sardonyx.log.Provenance;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.JobId;
import io.sardonyx.value.PeerId;
import io.sardonyx.value.TaskName;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codec of a stored entry of the coordinator's log: an event with its format, author, provenance and a checksum, in the
 * form of {@link EntryCodec}. There is no sequence number, because an event that has applied never applies again.
 */
public final class EventCodec {

    /** The format that introduced the coordinator's log. */
    static final int SINCE = 2;

    private static final StepForms<Event> FORMS = new StepForms<>("event");

    static {
        peer(Born.class, Born::new, Born::peer);
        peer(Death.class, Death::new, Death::peer);
        form(Plan.class, EventCodec::plan, EventCodec::write);
        posted(Offer.class, Offer::new, Offer::peer, Offer::post);
        posted(Ack.class, Ack::new, Ack::peer, Ack::post);
        posted(Revoke.class, Revoke::new, Revoke::peer, Revoke::post);
        peer(Evict.class, Evict::new, Evict::peer);
        posted(Exhaust.class, Exhaust::new, Exhaust::peer, Exhaust::post);
        posted(Seal.class, Seal::new, Seal::peer, Seal::post);
        form(Complete.class, EventCodec::complete, EventCodec::write);
        peer(Shutdown.class, Shutdown::new, Shutdown::peer);
        form(Withdraw.class, args -> new Withdraw(job(args)), (event, out) -> out.text("job", event.job()));
        form(
                Unfit.class,
                args -> new Unfit(peer(args), job(args)),
                (event, out) -> out.text("peer", event.peer()).text("job", event.job()));
    }

    private EventCodec() {}

    private static <E extends Event> void form(Class<E> type, Function<Field, E> read, BiConsumer<E, JsonOut> write) {
        FORMS.add(type, SINCE, read, (event, out, format) -> write.accept(event, out));
    }

    private static <E extends Event> void peer(Class<E> type, Function<PeerId, E> read, Function<E, PeerId> peer) {
        form(type, args -> read.apply(peer(args)), (event, out) -> out.text("peer", peer.apply(event)));
    }

    private static <E extends Event> void posted(
            Class<E> type, BiFunction<PeerId, Post, E> read, Function<E, PeerId> peer, Function<E, Post> post) {
        form(type, args -> read.apply(peer(args), readPost(args)), (event, out) -> {
            out.text("peer", peer.apply(event));
            write(post.apply(event), out);
        });
    }

    private static Complete complete(Field args) {
        Field skipped = args.at("skipped");
        return new Complete(peer(args), readPost(args), skipped.isAbsent() ? 0 : skipped.whole(0, Long.MAX_VALUE));
    }

    private static void write(Complete complete, JsonOut out) {
        write(complete.post(), out.text("peer", complete.peer()));
        if (complete.skipped() > 0) {
            out.number("skipped", complete.skipped());
        }
    }

    private static PeerId peer(Field args) {
        return args.at("peer").as(PeerId::of);
    }

    private static JobId job(Field args) {
        return args.at("job").as(JobId::of);
    }

    static Post readPost(Field fields) {
        return new Post(
                job(fields),
                fields.at("task").as(TaskName::of),
                fields.at("attempt").count(0));
    }

    static void write(Post post, JsonOut out) {
        out.text("job", post.job()).text("task", post.task()).number("attempt", post.attempt());
    }

    private static Plan plan(Field args) {
        var tasks = args.at("tasks").items().stream().map(EventCodec::task).toList();
        return new Plan(job(args), args.at("submitted").position(), tasks);
    }

    static Plan.PlannedTask task(Field task) {
        return new Plan.PlannedTask(
                task.at("name").as(TaskName::of),
                task.at("phase").count(0),
                Keywords.read(task.at("consumption"), Plan.Consumption.CONCURRENT));
    }

    private static void write(Plan plan, JsonOut out) {
        out.text("job", plan.job()).number("submitted", plan.submitted()).beginList("tasks");
        plan.tasks().forEach(task -> {
            write(task, out.begin());
            out.end();
        });
        out.endList();
    }

    static void write(Plan.PlannedTask task, JsonOut out) {
        out.text("name", task.name())
                .number("phase", task.phase())
                .text("consumption", Keywords.of(task.consumption()));
    }

    /** All values of {@code fn}. */
    public static Set<String> names() {
        return FORMS.names();
    }

    public static String nameOf(Event event) {
        return FORMS.nameOf(event);
    }

    /** Writes {@code fn} and {@code args} of an event into an open object. */
    public static void write(Event event, JsonOut out) {
        FORMS.write(event, out, SINCE);
    }

    /**
     * Encodes an entry. Its bytes are at most {@link io.sardonyx.port.Log#MAX_ENTRY_BYTES}.
     *
     * @param author the process that appends it; null in examples
     * @throws io.sardonyx.json.BadInput when it is longer
     */
    public static byte[] encode(@Nullable GroupId author, Event event, Provenance provenance) {
        return EntryCodec.encode(FORMS, event, Math.max(provenance.format(), SINCE), out -> {
            if (author != null) {
                out.text("author", author);
            }
            EntryCodec.write(provenance, out);
        });
    }

    /**
     * Decodes the entry at a position; throws {@link UnreadableEntry} for anything that is not understood completely.
     */
    public static Entry<Roster> decode(long position, byte[] stored) {
        Field entry = EntryCodec.parse(position, stored);
        return EntryCodec.checked(
                FORMS,
                position,
                entry,
                event -> new Entry<>(
                        position, entry.at("author").as(GroupId::of), 0, event, EntryCodec.provenance(entry)));
    }

    /** Decodes an entry of which only the event is required; other fields must be valid if present. */
    static Entry<Roster> read(long position, Field entry) {
        Field author = entry.at("author");
        return EntryCodec.checked(
                FORMS,
                position,
                entry,
                event -> new Entry<>(
                        position,
                        author.isAbsent() ? null : author.as(GroupId::of),
                        0,
                        event,
                        EntryCodec.provenance(entry)));
    }
}
