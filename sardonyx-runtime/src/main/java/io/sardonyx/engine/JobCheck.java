package io.sardonyx.engine;

import io.sardonyx.function.FunctionCheck;
import io.sardonyx.function.FunctionLoader;
import io.sardonyx.job.Call;
import io.sardonyx.job.CatalogEntry;
import io.sardonyx.job.Delivery;
import io.sardonyx.job.Fault;
import io.sardonyx.job.Job;
import io.sardonyx.job.Part;
import io.sardonyx.job.check.JobFaults;
import io.sardonyx.job.check.SecretTemplate;
import io.sardonyx.secret.Secrets;
import io.sardonyx.secret.resolve.ResolvedJob;
import io.sardonyx.task.ProcessResources;
import io.sardonyx.task.input.PluginRegistry;
import java.util.ArrayList;
import java.util.List;

/** Validation of a job against a process: whether its functions and plugins exist and accept their parameters. */
public final class JobCheck {

    private JobCheck() {}

    /** All faults that can be found without secrets, at once. */
    public static List<Fault> faults(Job job, ProcessResources processResources) {
        var faults = new ArrayList<>(JobFaults.of(job));
        faults.addAll(faultsHere(job, processResources));
        return faults;
    }

    /** As {@link #faults(Job, ProcessResources)}, of a job that has no faults in itself, such as one that was read. */
    public static List<Fault> faultsHere(Job job, ProcessResources processResources) {
        return faultsHere(job, job.delivery(), processResources);
    }

    /**
     * Faults of a valid job in this process; jobs read from a store were validated before.
     *
     * @param delivery what the cluster has decided, if the job does not say
     */
    private static List<Fault> faultsHere(Job job, Delivery delivery, ProcessResources processResources) {
        var faults = new ArrayList<>(deliveryFaults(delivery, processResources));
        faults.addAll(callFaults(job, processResources.functions(), processResources.plugins()));
        return faults;
    }

    /** As {@link #faultsHere}, without looking again at the functions and plugins of a job that was checked here. */
    static List<Fault> faultsHere(
            Job job, Delivery delivery, ProcessResources processResources, CheckedJobs checkedJobs) {
        return checkedJobs.has(job)
                ? deliveryFaults(delivery, processResources)
                : faultsHere(job, delivery, processResources);
    }

    private static List<Fault> deliveryFaults(Delivery delivery, ProcessResources processResources) {
        if (delivery == Delivery.QUEUED && processResources.brokers().get().isEmpty()) {
            return List.of(new Fault(
                    Part.of("delivery"),
                    "this process knows no broker whose queues segments could go through",
                    "start its processes with a broker, or say direct"));
        }
        return List.of();
    }

    /** Faults of its functions, inputs and outputs. */
    public static List<Fault> callFaults(Job job, FunctionLoader functions, PluginRegistry plugins) {
        var faults = new ArrayList<>(FunctionCheck.faults(job, functions));
        job.catalog().stream()
                .filter(entry -> entry.plugin() != null && !refers(entry.plugin()))
                .forEach(entry -> checkPlugin(entry, plugins, faults));
        return faults;
    }

    /**
     * Whether the parameters of a call contain secret references, so that it can be checked only once they are
     * resolved.
     */
    private static boolean refers(Call call) {
        return !call.parameters().isEmpty()
                && !call.parameters()
                        .equals(call.parameters().withTexts(text -> SecretTemplate.mayRefer(text) ? "" : text));
    }

    /** Faults of a task's secrets, and of its plugin with these resolved. */
    public static List<Fault> faults(ResolvedJob task, ProcessResources processResources) {
        return faults(task, processResources.plugins(), processResources.secrets());
    }

    /** Faults of the secrets of all tasks, for a process that will run all of them. */
    public static List<Fault> secretFaults(Job job, ProcessResources processResources) {
        return faults(
                ResolvedJob.toAll(job, processResources.secrets()),
                processResources.plugins(),
                processResources.secrets());
    }

    /** Faults of resolved secrets and plugins, with secrets redacted. */
    public static List<Fault> faults(ResolvedJob disclosure, PluginRegistry plugins, Secrets secrets) {
        var faults = new ArrayList<>(disclosure.faults());
        disclosure.newPlugins().forEach(entry -> checkPlugin(entry, plugins, faults));
        if (faults.isEmpty()) {
            return faults;
        }
        return faults.stream()
                .map(fault -> new Fault(fault.part(), secrets.redacted(fault.what()), fault.remedy()))
                .distinct()
                .toList();
    }

    /**
     * Lets outputs prepare, such as create directories, and returns what they cannot; for a process that will run all
     * tasks.
     */
    public static List<Fault> prepared(Job job, ProcessResources processResources) {
        var faults = new ArrayList<Fault>();
        for (CatalogEntry entry : job.catalog()) {
            Call plugin = entry.plugin();
            if (plugin != null && entry.task().output() && !plugin.isMethod() && !refers(plugin)) {
                try {
                    processResources.plugins().output(plugin.name()).prepare(plugin.parameters());
                } catch (IllegalArgumentException e) {
                    faults.add(new Fault(Part.task(entry.name()).at("output"), String.valueOf(e.getMessage()), ""));
                }
            }
        }
        return faults;
    }

    private static void checkPlugin(CatalogEntry entry, PluginRegistry plugins, List<Fault> faults) {
        Call plugin = entry.plugin();
        if (plugin == null || plugin.isMethod()) {
            return;
        }
        try {
            if (entry.task().input()) {
                plugins.input(plugin.name()).check(plugin.parameters());
            } else {
                plugins.output(plugin.name()).check(plugin.parameters());
            }
        } catch (IllegalArgumentException e) {
            String key = entry.task().input() ? "input" : "output";
            faults.add(new Fault(Part.task(entry.name()).at(key), String.valueOf(e.getMessage()), ""));
        }
    }
}
