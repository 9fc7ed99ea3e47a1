package io.sardonyx.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each kind of work checks by itself what comes out. */
class WorkTest {

    @Test
    void eventsComeOutOfEveryShapeOfJobs() throws Exception {
        try (var chain = EventJobs.chain(5);
                var wide = EventJobs.wide(3);
                var together = EventJobs.together(2);
                var submissions = EventJobs.submissions(2, 10)) {
            assertThat(chain.run(1_000)).isEqualTo(5_000);
            assertThat(wide.run(1_000)).isEqualTo(1_000);
            assertThat(together.run(1_000)).isEqualTo(1_000);
            assertThat(submissions.run(0)).isEqualTo(2);
        }
    }

    @Test
    void bytesFilesAndPlansComeOutToo() throws Exception {
        try (var bytes = new Sized(16);
                var files = new ManyFiles(20);
                var plan = new Planning(600)) {
            assertThat(bytes.run(1_000)).isEqualTo(1_000);
            assertThat(files.run(0)).isEqualTo(20);
            assertThat(plan.run(0)).isEqualTo(600);
        }
    }

    @Test
    void whatSubmittingTakesIsNoPartOfTheRest() {
        var whole = new Figures(1_000, 500, 900, 7, 0);
        var figures = whole.beyond(new Figures(1, 100, 300, 1, 0));
        assertThat(figures).isEqualTo(new Figures(999, 400, 600, 7, 300));
        assertThat(Figures.read(figures.line())).isEqualTo(figures);
    }

    @Test
    void theMedianIsThatOfTheCpuOfAUnit() {
        var all = List.of(new Figures(1, 1, 30, 0, 0), new Figures(2, 1, 20, 0, 0), new Figures(1, 1, 20, 0, 0));
        assertThat(Figures.median(all)).isEqualTo(all.get(2));
    }

    @Test
    void whatIsUnknownIsRefused() {
        assertThat(Growth.named("files")).isEqualTo(Growth.FILES);
        assertThatThrownBy(() -> Growth.named("hope")).hasMessageContaining("called hope, only [chain, peers");
    }
}
