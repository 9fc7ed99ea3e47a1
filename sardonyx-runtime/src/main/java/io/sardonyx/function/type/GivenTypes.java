package io.sardonyx.function.type;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What somebody declares to give to a task.
 *
 * @param types each segment is of one of these types; none when nothing is known
 * @param by who gives it, for people: a method or an input, and its task
 * @param certain whether it comes whatever the segments are: on no flow condition, and not because something failed
 * @param exact whether the segments are of no other classes than these and, for an interface, of one that is nothing
 *     else besides, as those that our own inputs make
 */
record GivenTypes(List<Class<?>> types, String by, boolean certain, boolean exact) {

    GivenTypes {
        types = List.copyOf(types);
    }

    static GivenTypes of(Class<?> type, String by, boolean certain) {
        return new GivenTypes(List.of(type), by, certain, false);
    }

    static GivenTypes unknown(boolean certain) {
        return new GivenTypes(List.of(), "", certain, false);
    }

    boolean isKnown() {
        return !types.isEmpty();
    }

    /** The same where it depends on the segment whether it comes. */
    GivenTypes uncertain() {
        return new GivenTypes(types, by, false, exact);
    }

    /** Whether none of it can be given to a method that takes that type. */
    boolean isNeverTaken(Class<?> taken) {
        return isKnown() && types.stream().allMatch(type -> isNeverTaken(type, taken));
    }

    private boolean isNeverTaken(Class<?> type, Class<?> taken) {
        return TypeRelation.isNeverTaken(type, taken)
                || exact && !TypeRelation.isTaken(type, taken) && !type.isAssignableFrom(taken);
    }

    /** Whether some of it may be of a type that the method does not take; of a file of JSON nobody said any better. */
    boolean isNarrowed(Class<?> taken) {
        return types.size() == 1 && !TypeRelation.isTaken(types.get(0), taken);
    }

    /** As much of it as a method lets through that takes that type. */
    GivenTypes through(Class<?> taken, String filter) {
        List<Class<?>> left = types.stream()
                .filter(type -> !isNeverTaken(type, taken))
                .<Class<?>>map(type -> !taken.isPrimitive() && type.isAssignableFrom(taken) ? taken : type)
                .distinct()
                .toList();
        return left.equals(types) ? this : new GivenTypes(left, filter, certain, exact && types.containsAll(left));
    }

    /** "com.acme.Words::length of task count gives a java.lang.Integer". */
    String sentence() {
        return by + " gives "
                + types.stream().map(type -> "a " + type.getTypeName()).collect(Collectors.joining(" or "));
    }
}
