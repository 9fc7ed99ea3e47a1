/**
 * The engine of Sardonyx, and what programs use of it.
 *
 * <p>Exported to everybody are a cluster in this process and a member of one ({@code io.sardonyx}), the client, the
 * built-in inputs and outputs, where functions come from, secrets, and reports. All else is for our own modules, by
 * name, and changes at will.
 */
@SuppressWarnings("module") // Modules that are named here are built after this one.
module io.sardonyx.runtime {
    requires transitive io.sardonyx.core;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires java.management;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;
    requires static org.jspecify;
    requires org.slf4j;

    exports io.sardonyx;
    exports io.sardonyx.client;
    exports io.sardonyx.connect;
    exports io.sardonyx.function.source;
    exports io.sardonyx.node;
    exports io.sardonyx.report;
    exports io.sardonyx.secret;
    exports io.sardonyx.answer to
            io.sardonyx.cli;
    exports io.sardonyx.channel to
            io.sardonyx.bench,
            io.sardonyx.testkit;
    exports io.sardonyx.claim to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.client.admin to
            io.sardonyx.bench,
            io.sardonyx.cli;
    exports io.sardonyx.content to
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.coordinate to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.engine to
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.entry to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.follow to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.function to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.function.key to
            io.sardonyx.testkit;
    exports io.sardonyx.group to
            io.sardonyx.bench,
            io.sardonyx.testkit;
    exports io.sardonyx.jobfile to
            io.sardonyx.cli;
    exports io.sardonyx.json to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.loop to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.queue to
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.replay to
            io.sardonyx.cli;
    exports io.sardonyx.serial to
            io.sardonyx.bench,
            io.sardonyx.testkit;
    exports io.sardonyx.store to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.store.file to
            io.sardonyx.cli;
    exports io.sardonyx.table to
            io.sardonyx.bench,
            io.sardonyx.testkit;
    exports io.sardonyx.task to
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.task.input to
            io.sardonyx.bench,
            io.sardonyx.cli,
            io.sardonyx.testkit;
    exports io.sardonyx.task.queue to
            io.sardonyx.testkit;
    exports io.sardonyx.task.state to
            io.sardonyx.testkit;

    uses io.sardonyx.plugin.InputProvider;
    uses io.sardonyx.plugin.OutputProvider;
    uses io.sardonyx.port.BlobsProvider;
    uses io.sardonyx.port.BrokerProvider;
    uses io.sardonyx.port.DocumentStoreProvider;
    uses io.sardonyx.port.StoreProvider;
    uses io.sardonyx.port.WireProvider;

    provides io.sardonyx.plugin.InputProvider with
            io.sardonyx.connect.provider.GivenItems,
            io.sardonyx.connect.provider.Provided,
            io.sardonyx.connect.provider.Generator,
            io.sardonyx.connect.provider.LineFiles,
            io.sardonyx.connect.provider.JsonLineFiles,
            io.sardonyx.connect.provider.CsvFiles,
            io.sardonyx.connect.provider.StandardInput,
            io.sardonyx.connect.provider.QueueInput,
            io.sardonyx.connect.provider.TcpLines,
            io.sardonyx.connect.provider.UdpLines;
    provides io.sardonyx.plugin.OutputProvider with
            io.sardonyx.connect.provider.Discard,
            io.sardonyx.connect.provider.StandardOutput,
            io.sardonyx.connect.provider.Callback,
            io.sardonyx.connect.provider.PartFiles;
    provides io.sardonyx.port.BlobsProvider with
            io.sardonyx.store.file.FileBlobsProvider,
            io.sardonyx.store.memory.MemoryBlobsProvider;
    provides io.sardonyx.port.BrokerProvider with
            io.sardonyx.queue.MemoryBrokerProvider;
    provides io.sardonyx.port.StoreProvider with
            io.sardonyx.store.file.FileStoreProvider,
            io.sardonyx.store.memory.MemoryStoreProvider;
}
