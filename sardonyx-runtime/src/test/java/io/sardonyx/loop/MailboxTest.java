package io.sardonyx.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class MailboxTest {

    private final Mailbox mailbox = new Mailbox();
    private final List<Object> heard = new ArrayList<>();

    private void await(CompletableFuture<String> stage) {
        mailbox.await(stage, heard::add, heard::add);
    }

    @Test
    void lettersAreHandledInOrderAndOnce() {
        mailbox.add(() -> heard.add("a"));
        mailbox.add(() -> heard.add("b"));
        assertThat(heard).isEmpty();
        assertThat(mailbox.drain()).isTrue();
        assertThat(mailbox.drain()).isFalse();
        assertThat(heard).containsExactly("a", "b");
    }

    @Test
    void answerWaitsForItsOwnersTurnThoughItWasThereAtOnce() {
        await(CompletableFuture.completedFuture("at once"));
        assertThat(heard).isEmpty();
        assertThat(mailbox.drain()).isTrue();
        assertThat(heard).containsExactly("at once");
    }

    @Test
    void letterWakesWhoWaitsForIt() throws InterruptedException {
        var waiting = new CountDownLatch(1);
        var owner = new Thread(() -> {
            mailbox.drain();
            waiting.countDown();
            while (!mailbox.drain()) {
                LockSupport.park();
            }
        });
        owner.setDaemon(true);
        owner.start();
        waiting.await();
        mailbox.add(() -> heard.add("letter"));
        owner.join(60_000);
        assertThat(owner.isAlive()).isFalse();
        assertThat(heard).containsExactly("letter");
    }

    @Test
    void nothingIsHandedOverBeforeThereIsAnAnswer() {
        var stage = new CompletableFuture<String>();
        await(stage);
        assertThat(mailbox.drain()).isFalse();
        stage.complete("late");
        assertThat(mailbox.drain()).isTrue();
        assertThat(heard).containsExactly("late");
    }

    @Test
    void failureIsHandedOverWithoutTheWrappingOfItsStages() {
        var failure = new IllegalStateException("no answer");
        CompletableFuture<String> failed = CompletableFuture.failedFuture(failure);
        await(failed);
        await(failed.thenApply(answer -> answer));
        mailbox.drain();
        assertThat(heard).containsExactly(failure, failure);
    }

    @Test
    void letterThatWritesAnotherHasItHandledInTheSameTurn() {
        mailbox.add(() -> mailbox.add(() -> heard.add("another")));
        mailbox.drain();
        assertThat(heard).containsExactly("another");
    }

    @Test
    void exceptionOutOfALetterReachesTheOwnerAndLosesNoOtherLetter() {
        var bug = new IllegalStateException("bug");
        mailbox.add(() -> {
            throw bug;
        });
        mailbox.add(() -> heard.add("next"));
        assertThatThrownBy(mailbox::drain).isSameAs(bug);
        mailbox.drain();
        assertThat(heard).containsExactly("next");
    }

    @Test
    void aQuestionWithoutAnAnswerFailsAfterItsLimitAndItsLateAnswerIsDropped() {
        var heard = new ArrayList<String>();
        var answer = new CompletableFuture<String>();
        mailbox.await(answer, heard::add, failure -> heard.add(failure.getMessage()));
        long second = 1_000_000_000L;
        for (long at = 0; at < 30 * second; at += second) {
            mailbox.drain(at);
        }
        assertThat(heard).isEmpty();
        assertThat(mailbox.drain(30 * second)).isTrue();
        assertThat(heard).containsExactly("the store gave no answer within 30 s");
        answer.complete("late");
        mailbox.drain(31 * second);
        assertThat(heard).hasSize(1);
    }

    @Test
    void aPauseOfTheProcessIsNoTimeInWhichAStoreCouldAnswer() {
        var heard = new ArrayList<String>();
        var answer = new CompletableFuture<String>();
        mailbox.await(answer, heard::add, failure -> heard.add(failure.getMessage()));
        mailbox.drain(0);
        mailbox.drain(3_600_000_000_000L);
        answer.complete("in time");
        mailbox.drain(3_600_000_000_001L);
        assertThat(heard).containsExactly("in time");
    }
}
