/**
 * Contract tests for stores, blobs, wires, brokers, inputs and outputs, which an adapter or plugin inherits.
 *
 * <pre>
 *   class MyStoreTest extends StoreContracts { protected SharedStore fresh() { return …; } }
 *   class MyBlobsTest extends BlobsContract { protected SharedBlobs fresh() { return …; } }
 *   class MyWireTest {
 *       &#64;Nested class Delivery extends WireDeliveryContract { protected WireProvider provider() { return …; } … }
 *       &#64;Nested class Faults extends WireFaultsContract { … }
 *       &#64;Nested class Admission extends WireAdmissionContract { … }
 *   }
 *   class MyBrokerTest {
 *       &#64;Nested class Queues extends BrokerQueuesContract { protected SharedBroker fresh() { return …; } }
 *       &#64;Nested class Sessions extends BrokerSessionsContract { … }
 *   }
 *   class MyInputTest extends InputContract { protected InputProvider provider() { return …; } … }
 *   class MyOutputTest extends OutputContract { … }
 * </pre>
 *
 * <p>A {@link io.sardonyx.testkit.contract.SharedStore} is opened at least twice in each test, as two processes would.
 * Wires are connected through a {@link io.sardonyx.testkit.contract.Relay}, which injects network faults. The one rule:
 * wait for a condition, with a timeout, and never for a fixed time.
 */
@NullMarked
package io.sardonyx.testkit.contract;

import org.jspecify.annotations.NullMarked;
