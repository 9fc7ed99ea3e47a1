package io.sardonyx.command;

import static io.sardonyx.command.Story.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sardonyx.duty.Duties;
import io.sardonyx.job.Allocation;
import io.sardonyx.job.JobScheduler;
import io.sardonyx.replica.ClusterParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetStateStorageTest {

    private static final SetStateStorage FIRST = new SetStateStorage("s3://bucket/state?region=eu-1");
    private static final SetStateStorage SECOND = new SetStateStorage("file:/var/lib/state");

    private static Story founded() {
        return Story.members("a", "b")
                .then(new FoundCluster("onyx", Allocation.PLANNED, JobScheduler.BALANCED, 10, "monday", 3));
    }

    @Test
    void firstOneSetsTheAddressAndNobodySpeaks() {
        var told = founded().tell(FIRST);
        ClusterParameters cluster = told.after().cluster();
        assertThat(cluster.stateUri()).isEqualTo("s3://bucket/state?region=eu-1");
        assertThat(cluster.withState(null)).isEqualTo(founded().replica().cluster());
        told.nobodySpeaks();
        assertThat(Duties.of(told.after(), group("a")).owed()).isEmpty();
    }

    @Test
    void laterOnesChangeNothing() {
        founded().then(FIRST).tell(SECOND).isRefused();
        founded().then(FIRST).tell(FIRST).isRefused();
    }

    @Test
    void whereNothingIsFoundedNothingIsSet() {
        Story.empty().tell(FIRST).isRefused();
    }

    @Test
    void theAddressOutlivesAHigherFormatAndIsNoOtherFounding() {
        ClusterParameters before = founded().replica().cluster();
        ClusterParameters set = founded().then(FIRST).replica().cluster();
        assertThat(set.raisedTo(4).stateUri()).isEqualTo(FIRST.uri());
        assertThat(set.isSameFounding(before)).isTrue();
        assertThat(set.isLike(before)).isTrue();
        assertThat(set).isNotEqualTo(before);
    }

    @Test
    void anUnsentOneIsMootOnceAnAddressIsSet() {
        assertThat(SECOND.isMoot(founded().replica())).isFalse();
        assertThat(SECOND.isMoot(founded().then(FIRST).replica())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://me@bucket/state",
                "s3://me:hush@bucket/state",
                "s3://bucket/state?password=hush",
                "s3://bucket/state?region=eu&Secret-Key=hush",
                "s3://bucket/state?aws_access_key_id=hush",
            })
    void credentialsAreRefusedAndNotRepeated(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SetStateStorage(uri))
                .withMessageContaining("holds credentials")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("hush"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "state", "/var/lib/state", "file:", "file:/a b", "file:/a\nb", "FILE:/x", ":x"})
    void whatIsNoAddressIsRefused(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SetStateStorage(uri))
                .withMessageContaining("such as file:/var/lib/sardonyx/state");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:/var/lib/a@b/state", "s3://bucket/a@b", "memory:x", "s3+http://host:9000/bucket"})
    void addressesWithoutCredentialsAreTaken(String uri) {
        assertThat(new SetStateStorage(uri).uri()).isEqualTo(uri);
    }
}
