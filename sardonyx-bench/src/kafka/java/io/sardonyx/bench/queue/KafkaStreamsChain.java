package io.sardonyx.bench.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.jspecify.annotations.Nullable;

/**
 * W1's four tasks with Kafka Streams, exactly once, over three repartition topics. Its input topic holds only the
 * number of the first event of each 256, so that reading it costs as little as our input that makes its events; the end
 * is an event of its own.
 */
public final class KafkaStreamsChain implements QueueContender {

    private static final String INPUTS = "inputs";
    /** The key of all: what has none does not get into a repartition topic. */
    private static final byte[] KEY = {};

    private static final long END = -1;
    private static final int THREADS = 4;
    private static final Duration LONGEST = Duration.ofMinutes(9);
    private static final Serde<EventRecord> EVENTS =
            Serdes.serdeFrom((topic, event) -> bytes(event), (topic, bytes) -> event(bytes));

    private final KafkaProducer<byte[], Long> inputs;
    private final KafkaStreams streams;
    private volatile @Nullable Run run;

    /** A trial that is under way. */
    private static final class Run {

        private final QueueTrial trial;
        private final QueueTally tally;
        private final CountDownLatch over = new CountDownLatch(1);
        private final Object[] some = new Object[QueueTrial.MESSAGE];
        private int count;

        private Run(QueueTrial trial, QueueTally tally) {
            this.trial = trial;
            this.tally = tally;
        }

        private List<EventRecord> events(long first) {
            if (first == END) {
                return List.of(new EventRecord(END, 0, 0, 0, 0, ""));
            }
            tally.begin();
            long end = Math.min(trial.inputs(), first + QueueTrial.MESSAGE);
            var events = new ArrayList<EventRecord>(QueueTrial.MESSAGE);
            for (long i = first; i < end; i++) {
                events.add(EventRecord.of(i, 0, ""));
            }
            return events;
        }

        private void count(EventRecord event) {
            if (event.id() != END) {
                some[count++] = event;
            }
            if (event.id() == END || count == some.length) {
                tally.add(some, 0, count);
                count = 0;
            }
            if (event.id() == END) {
                over.countDown();
            }
        }
    }

    public KafkaStreamsChain(String broker) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker))) {
            admin.createTopics(List.of(new NewTopic(INPUTS, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
        inputs = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker),
                new ByteArraySerializer(),
                new LongSerializer());
        streams = new KafkaStreams(topology(), settings(broker));
        var running = new CountDownLatch(1);
        streams.setStateListener((state, before) -> {
            if (state == KafkaStreams.State.RUNNING) {
                running.countDown();
            }
        });
        streams.start();
        if (!running.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("Kafka Streams did not start: " + streams.state());
        }
    }

    private static Properties settings(String broker) throws Exception {
        var settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "chain");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, broker);
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, THREADS);
        settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
        settings.put(
                StreamsConfig.STATE_DIR_CONFIG,
                Files.createTempDirectory("sardonyx-bench-streams").toString());
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 256 << 10);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 20);
        settings.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 10_000);
        settings.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), 4 << 20);
        return settings;
    }

    private Topology topology() {
        var builder = new StreamsBuilder();
        builder.stream(INPUTS, Consumed.with(Serdes.ByteArray(), Serdes.Long()))
                .flatMapValues(first -> present().events(first))
                .repartition(queue("read"))
                .mapValues(EventRecord::map)
                .repartition(queue("mapped"))
                .filter((key, event) -> EventRecord.isKept(event))
                .repartition(queue("kept"))
                .foreach((key, event) -> present().count(event));
        return builder.build();
    }

    private static Repartitioned<byte[], EventRecord> queue(String name) {
        return Repartitioned.with(Serdes.ByteArray(), EVENTS).withName(name).withNumberOfPartitions(1);
    }

    private Run present() {
        Run present = run;
        if (present == null) {
            throw new IllegalStateException("an event outside of a trial");
        }
        return present;
    }

    private static byte[] bytes(EventRecord event) {
        byte[] text = event.text().getBytes(UTF_8);
        return ByteBuffer.allocate(4 * Long.BYTES + Integer.BYTES + text.length)
                .putLong(event.id())
                .putLong(event.userId())
                .putLong(event.due())
                .putInt(event.kind())
                .putLong(event.amount())
                .put(text)
                .array();
    }

    private static EventRecord event(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new EventRecord(
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getLong(),
                new String(bytes, in.position(), in.remaining(), UTF_8));
    }

    @Override
    public void run(QueueTrial trial, QueueTally tally) throws InterruptedException {
        var present = new Run(trial, tally);
        run = present;
        for (long first = 0; first < trial.inputs(); first += QueueTrial.MESSAGE) {
            var unused = inputs.send(new ProducerRecord<>(INPUTS, KEY, first));
        }
        var unused = inputs.send(new ProducerRecord<>(INPUTS, KEY, END));
        if (!present.over.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("the trial did not end: " + streams.state());
        }
    }

    @Override
    public void close() {
        inputs.close();
        streams.close();
    }
}
