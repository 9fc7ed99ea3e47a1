package io.sardonyx.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sardonyx.job.Outline;
import io.sardonyx.job.Task;
import io.sardonyx.value.TaskName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFileTest {

    private static Outline read(String text) {
        return JobFile.read(Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void tasksComeInTopologicalOrderWithTheirEnds() {
        Outline job = read("{'id':'j','tasks':[{'name':'c','min':2},'a'],'workflow':[['a','b'],['b','c'],['b','d']]}");
        assertThat(job.tasks()).extracting(Task::name).containsExactly(names("a", "b", "c", "d"));
        assertThat(job.inputs()).containsExactly(names("a"));
        assertThat(job.outputs()).containsExactly(names("c", "d"));
        assertThat(job.tasks().get(2).bounds().min()).isEqualTo(2);
    }

    private static TaskName[] names(String... names) {
        return List.of(names).stream().map(TaskName::of).toArray(TaskName[]::new);
    }

    @Test
    void tasksWithoutAWorkflowStandAlone() {
        Outline job = read("{'id':'j','tasks':['a','b']}");
        assertThat(job.inputs()).isEqualTo(job.outputs()).hasSize(2);
    }

    @Test
    void hashDependsOnContentNotOnLayout() {
        String hash = read("{'id':'j','tasks':['a']}").contentHash();
        assertThat(read("{ 'tasks' : ['a'], 'id' : 'j' }").contentHash())
                .isEqualTo(hash)
                .hasSize(64);
        assertThat(read("{'id':'j','tasks':['b']}").contentHash()).isNotEqualTo(hash);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'tasks':['a']} | id: a text was expected",
                "{'id':'j'} | a job has tasks",
                "{'id':'j','taks':['a']} | did you mean",
                "{'id':'j','tasks':[{'name':'a','mni':1}]} | did you mean",
                "{'id':'j','tasks':['raed'],'workflow':[['read','write']]} | task raed is not in the workflow",
                "{'id':'j','tasks':['a','a']} | two tasks a",
                "{'id':'j','workflow':[['a','b'],['b','a']]} | has a cycle: a -> b -> a",
                "{'id':'j','tasks':['a','b'],'saturation':1,'delivery':'direct'} | can never be covered",
                "['j'] | an object was expected",
            })
    void whatNoJobCanBeIsRefusedWithItsPlace(String text, String complaint) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(BadInput.class).hasMessageContaining(complaint);
    }
}
