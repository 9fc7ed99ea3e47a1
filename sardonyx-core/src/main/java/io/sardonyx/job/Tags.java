package io.sardonyx.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a peer can do, or what a task asks of its peers: distinct words in order.
 *
 * <p>A peer of {@code Membership.of("orders", 4).tags("ssd")} may run {@code task.tags("ssd")}; a task with several
 * tags asks for peers that have all of them.
 */
public record Tags(List<String> words) implements Comparable<Tags> {

    public static final Tags NONE = new Tags(List.of());

    public Tags {
        words = words.stream().sorted().distinct().toList();
    }

    public static Tags of(Collection<String> words) {
        return words.isEmpty() ? NONE : new Tags(List.copyOf(words));
    }

    public boolean isEmpty() {
        return words.isEmpty();
    }

    public Tags plus(Tags others) {
        var all = new ArrayList<String>(words);
        all.addAll(others.words);
        return of(all);
    }

    /** Whether a peer with these tags may run a task that requires {@code required}. */
    public boolean satisfy(Tags required) {
        return required.isEmpty() || words.containsAll(required.words);
    }

    /** Fewer tags first, so that the most capable peers are kept for those who need them. */
    @Override
    public int compareTo(Tags other) {
        int order = Integer.compare(words.size(), other.words.size());
        for (Iterator<String> ours = words.iterator(), theirs = other.words.iterator();
                order == 0 && ours.hasNext(); ) {
            order = ours.next().compareTo(theirs.next());
        }
        return order;
    }

    /** Written out, as linking what a record has by itself takes milliseconds of every start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Tags that && words.equals(that.words);
    }

    @Override
    public int hashCode() {
        return words.hashCode();
    }
}
