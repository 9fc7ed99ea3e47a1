package io.sardonyx.serial;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Partitioner: maps a key to one of {@value #COUNT} key groups, the same in every process and release.
 *
 * <p>Equal keys have the same group, and so have a key and its deserialized copy. Whole numbers of the same value do
 * whatever their class, and so do Float and Double; the order of a set or a map does not matter. Thread-safe; a string
 * or a number costs a few nanoseconds and no allocation.
 */
public final class KeyGroups {

    /** Number of key groups. */
    public static final int COUNT = 4096;

    private static final int BITS = 12;

    private final Codecs codecs;
    /* Of all keys, where this is of those only that are equal to their copies; else this one. */
    private final KeyGroups ofAll;

    KeyGroups(Codecs codecs) {
        this.codecs = codecs;
        this.ofAll = this;
    }

    private KeyGroups(KeyGroups ofAll) {
        this.codecs = ofAll.codecs;
        this.ofAll = ofAll;
    }

    /**
     * The same groups for keys by which something is to be found again. An array is equal to no copy of itself, so keys
     * that contain one are refused, unless it is in a record that has an {@code equals} of its own.
     */
    public KeyGroups ofEqualKeys() {
        return new KeyGroups(this);
    }

    KeyGroups ofAllKeys() {
        return ofAll;
    }

    /** Serialization of the keys. */
    public Codecs codecs() {
        return codecs;
    }

    /**
     * The group of a key, from 0 to {@value #COUNT} - 1.
     *
     * @throws BadSegment.NoCodec when something in it is of a class that is not registered
     * @throws BadSegment.Unequal when it is not equal to its copies, but {@link #ofEqualKeys} were asked for
     */
    public int of(@Nullable Object key) {
        return groupOf(hash(key, 0));
    }

    /** Index of the peer, of n, to which a key group belongs: contiguous ranges whose sizes differ by at most one. */
    public static int indexOf(int group, int peers) {
        if (group < 0 || group >= COUNT || peers < 1) {
            throw new IllegalArgumentException("there is no key group " + group + " over " + peers + " peers");
        }
        return (int) ((long) group * peers >> BITS);
    }

    /** Hash of a key, the same in every process and release; its upper bits are the key group. */
    public long hash(Object key) {
        return hash(key, 0);
    }

    /** Hash of a whole number, as {@link #hash(Object)} of any class of whole numbers. */
    public static long hash(long key) {
        return StableHash.whole(key);
    }

    /** The group of a key with that hash. */
    public static int groupOf(long hash) {
        return (int) (hash >>> Long.SIZE - BITS);
    }

    long hash(@Nullable Object key, int depth) {
        if (key instanceof String text) {
            return StableHash.text(text);
        }
        if (key instanceof Long number) {
            return StableHash.whole(number);
        }
        if (key instanceof Integer number) {
            return StableHash.whole(number);
        }
        return key == null ? StableHash.NULL : hashRare(key, depth + 1);
    }

    private long hashRare(Object key, int depth) {
        if (depth > SegmentOutput.MAX_DEPTH) {
            throw BadSegment.TooLarge.nested(SegmentOutput.MAX_DEPTH);
        }
        Codecs.Registered registered = codecs.registered(key);
        if (registered != null) {
            return registered.form().hash(key, this, depth);
        }
        if (key instanceof UUID id) {
            return StableHash.pair(id.getMostSignificantBits(), id.getLeastSignificantBits());
        }
        if (key instanceof Number number) {
            return hashNumber(number);
        }
        return key instanceof Temporal time ? hashTime(time) : hashOther(key, depth);
    }

    private static long hashNumber(Number key) {
        if (key instanceof Double || key instanceof Float) {
            return StableHash.real(key.doubleValue());
        }
        if (key instanceof Byte || key instanceof Short) {
            return StableHash.whole(key.longValue());
        }
        if (key.getClass() == BigDecimal.class) {
            var number = (BigDecimal) key;
            return StableHash.then(hashNumber(number.unscaledValue()), number.scale());
        }
        if (key.getClass() != BigInteger.class) {
            throw BadSegment.NoCodec.of(key.getClass());
        }
        var number = (BigInteger) key;
        if (number.bitLength() < Long.SIZE) {
            return StableHash.whole(number.longValue());
        }
        byte[] bytes = number.toByteArray();
        return StableHash.bytes(bytes, bytes.length);
    }

    private static long hashTime(Temporal key) {
        if (key instanceof Instant time) {
            return StableHash.pair(time.getEpochSecond(), time.getNano());
        }
        if (key instanceof LocalDate date) {
            return StableHash.whole(date.toEpochDay());
        }
        if (key instanceof LocalDateTime time) {
            return StableHash.pair(
                    time.toLocalDate().toEpochDay(), time.toLocalTime().toNanoOfDay());
        }
        throw BadSegment.NoCodec.of(key.getClass());
    }

    private long hashOther(Object key, int depth) {
        if (key instanceof List<?> list) {
            return hashList(list, depth);
        }
        if (key instanceof Set<?> set) {
            return hashSet(set, depth);
        }
        if (key instanceof Map<?, ?> map) {
            return hashMap(map, depth);
        }
        if (key instanceof Character letter) {
            return StableHash.whole(letter);
        }
        if (key instanceof Boolean claim) {
            return StableHash.whole(claim ? 1 : 0);
        }
        if (key instanceof Duration time) {
            return StableHash.pair(time.getSeconds(), time.getNano());
        }
        if (key instanceof byte[] bytes) {
            if (ofAll != this) {
                throw BadSegment.Unequal.array();
            }
            return StableHash.bytes(bytes, bytes.length);
        }
        if (key instanceof Optional<?> optional) {
            return StableHash.then(StableHash.SEQUENCE, hash(optional.orElse(null), depth));
        }
        if (key instanceof ShapedValue value) {
            return hashShaped(value, depth);
        }
        throw BadSegment.NoCodec.of(key.getClass());
    }

    /**
     * As the codecs of records and of enums do, since files are filtered by the groups that the job has computed; what
     * the record was equal to is not known here, and was known to the job.
     */
    private long hashShaped(ShapedValue key, int depth) {
        if (key instanceof ShapedValue.RecordValue record) {
            return ofAll.hashList(record.values(), depth);
        }
        return StableHash.text(((ShapedValue.EnumValue) key).name());
    }

    private long hashList(List<?> list, int depth) {
        long hash = StableHash.SEQUENCE;
        int i = 0;
        try {
            for (Object item : list) {
                hash = StableHash.then(hash, hash(item, depth));
                i++;
            }
        } catch (BadSegment e) {
            throw e.within("[" + i + "]");
        }
        return hash;
    }

    /** Commutative sum, since equal sets may have different orders. */
    private long hashSet(Set<?> set, int depth) {
        long sum = set.size();
        for (Object item : set) {
            sum += StableHash.mixed(hash(item, depth));
        }
        return StableHash.mixed(sum);
    }

    private long hashMap(Map<?, ?> map, int depth) {
        long sum = map.size();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            sum += StableHash.then(hash(entry.getKey(), depth), hash(entry.getValue(), depth));
        }
        return StableHash.mixed(sum);
    }

    /** A fresh output for values whose hash is that of their bytes. */
    SegmentOutput scratch(int depth) {
        return codecs.output().at(depth);
    }
}
