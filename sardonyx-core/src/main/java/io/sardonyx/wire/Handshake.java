package io.sardonyx.wire;

import io.sardonyx.port.Pass;
import io.sardonyx.value.GroupId;
import io.sardonyx.value.Site;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Mutual authentication of two processes by challenge and response, before frames are sent over a link.
 *
 * <pre>
 *   caller ── hello: version, cluster, group, site, nonce ──▶ called
 *   caller ◀── answer: nonce, proof; or why not ─────────────  called
 *   caller ── proof ────────────────────────────────────────▶ called
 * </pre>
 *
 * <p>A proof is an HMAC over both nonces, with the cluster's secret as its key; the secret itself is never sent.
 * Callers must pass a fresh nonce from a secure random generator each time.
 */
public final class Handshake {

    /** Protocol version of handshake, frames and messages. */
    public static final int VERSION = 1;

    /** Largest handshake message, in bytes. */
    public static final int MAX_BYTES = 4_096;

    /** Length of each side's nonce. */
    public static final int NONCE_BYTES = 16;

    private static final int MAGIC = 0x53444E58;
    private static final int ACCEPTED = 0;
    private static final int OTHER_CLUSTER = 1;
    private static final int OTHER_VERSION = 2;
    private static final int UNPROVED = 3;
    private static final int MAX_TEXT = 1_000;
    private static final String ALGORITHM = "HmacSHA256";

    private Handshake() {}

    /** Exception: the other side refuses the connection, or cannot authenticate itself. */
    public static final class Refused extends Exception {

        private static final long serialVersionUID = 1;

        Refused(String why) {
            super(why);
        }
    }

    /** Client side of the handshake: the process that opens the link. */
    public static final class Caller {

        private final Pass pass;
        private final byte[] hello;

        public Caller(Pass pass, Site self, byte[] nonce) {
            this.pass = pass;
            this.hello = written(out -> {
                out.putInt(MAGIC);
                out.putShort((short) VERSION);
                putText(out, pass.cluster());
                putText(out, pass.group().text());
                putText(out, self.address());
                out.put(nonce);
            });
        }

        /** The first message. */
        public ByteBuffer hello() {
            return ByteBuffer.wrap(hello).asReadOnlyBuffer();
        }

        /**
         * Verifies the answer and returns the proof to send.
         *
         * @throws Refused when the called side refuses, or its own proof is wrong
         */
        public ByteBuffer proof(ByteBuffer answer) throws Refused {
            try {
                int verdict = answer.get();
                if (verdict != ACCEPTED) {
                    throw new Refused(reason(verdict, answer));
                }
                byte[] nonce = taken(answer, NONCE_BYTES);
                byte[] itsProof = taken(answer, answer.remaining());
                if (!MessageDigest.isEqual(itsProof, mac(pass, "called", hello, nonce))) {
                    throw new Refused("it cannot prove that it belongs to cluster '" + pass.cluster() + "'");
                }
                return ByteBuffer.wrap(mac(pass, "caller", hello, nonce));
            } catch (BufferUnderflowException e) {
                throw new Refused("it does not speak as a process of a cluster does");
            }
        }

        private String reason(int verdict, ByteBuffer answer) {
            return switch (verdict) {
                case OTHER_CLUSTER -> "it belongs to another cluster than '" + pass.cluster() + "'";
                case OTHER_VERSION ->
                    "it speaks version " + answer.getShort() + " of the wire, this process " + VERSION
                            + "; run the same release everywhere";
                case UNPROVED -> "it does not take our word that we belong to cluster '" + pass.cluster() + "'";
                default -> "it does not speak as a process of a cluster does";
            };
        }
    }

    /** Server side of the handshake: the process that is called. */
    public static final class Called {

        private final Pass pass;
        private final byte[] nonce;
        private byte[] hello = {};
        private Site caller = new Site("nowhere");
        private GroupId group = GroupId.of("nobody");

        public Called(Pass pass, byte[] nonce) {
            this.pass = pass;
            this.nonce = nonce;
        }

        /**
         * The answer to a hello: to be sent in any case; if it is a refusal, the connection ends after it.
         *
         * @throws Refused when the message is no hello at all, so that no answer is due
         */
        public ByteBuffer answer(ByteBuffer said) throws Refused {
            byte[] heard = new byte[said.remaining()];
            said.duplicate().get(heard);
            hello = new byte[0]; // set only when accepted, so that no proof is valid after a refusal
            try {
                if (said.getInt() != MAGIC) {
                    throw new Refused("a stranger called");
                }
                if (said.getShort() != VERSION) {
                    return written(OTHER_VERSION, VERSION);
                }
                String cluster = text(said);
                group = GroupId.of(text(said));
                caller = new Site(text(said));
                if (said.remaining() != NONCE_BYTES) {
                    throw new Refused("a stranger called");
                }
                if (!cluster.equals(pass.cluster())) {
                    return written(OTHER_CLUSTER, 0);
                }
                hello = heard;
                return challenge();
            } catch (BufferUnderflowException | IllegalArgumentException e) {
                throw new Refused("a stranger called");
            }
        }

        private ByteBuffer challenge() {
            return ByteBuffer.wrap(Handshake.written(out -> {
                out.put((byte) ACCEPTED);
                out.put(nonce);
                out.put(mac(pass, "called", hello, nonce));
            }));
        }

        private static ByteBuffer written(int verdict, int version) {
            return ByteBuffer.wrap(Handshake.written(out -> {
                out.put((byte) verdict);
                out.putShort((short) version);
            }));
        }

        /** Whether an answer of this side accepts the caller. */
        public static boolean accepts(ByteBuffer answer) {
            return answer.get(answer.position()) == ACCEPTED;
        }

        /** The answer to a wrong proof. */
        public static ByteBuffer disbelief() {
            return written(UNPROVED, 0);
        }

        /** Whether the caller has proved that it knows the cluster's secret. */
        public boolean isProvedBy(ByteBuffer proof) {
            return hello.length > 0
                    && MessageDigest.isEqual(taken(proof, proof.remaining()), mac(pass, "caller", hello, nonce));
        }

        /** The site that the caller claims; unverified until {@link #isProvedBy}. */
        public Site caller() {
            return caller;
        }

        /** The group that the caller claims; unverified until {@link #isProvedBy}. */
        public GroupId group() {
            return group;
        }
    }

    /**
     * HMAC over side, nonce and hello, with the cluster's secret as the key. The side is included so that neither proof
     * can be replayed as the other.
     */
    private static byte[] mac(Pass pass, String side, byte[] hello, byte[] nonce) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(pass.secret().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update(side.getBytes(StandardCharsets.US_ASCII));
            mac.update(nonce);
            return mac.doFinal(hello);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private static byte[] taken(ByteBuffer source, int length) {
        if (source.remaining() < length) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        source.get(bytes);
        return bytes;
    }

    private static String text(ByteBuffer source) {
        int length = source.getShort();
        if (length < 0 || length > MAX_TEXT) {
            throw new IllegalArgumentException("a text of " + length + " bytes");
        }
        return new String(taken(source, length), StandardCharsets.UTF_8);
    }

    private static void putText(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_TEXT) {
            throw new IllegalArgumentException("'" + text.substring(0, 20) + "…' is too long to be told to others");
        }
        out.putShort((short) bytes.length);
        out.put(bytes);
    }

    private static byte[] written(Consumer<ByteBuffer> writing) {
        ByteBuffer message = ByteBuffer.allocate(MAX_BYTES);
        writing.accept(message);
        return Arrays.copyOf(message.array(), message.position());
    }
}
