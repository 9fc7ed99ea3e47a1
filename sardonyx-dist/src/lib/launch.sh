# How the program is started, by both launchers: that of the source tree and that of a release. Whoever sources this
# has set home, where the examples are, and calls launch when it has set jar, archives, the directory in which the JVM's
# class archives are kept, program, by which it is called again, and sources, where they are, or nothing.
#
# JAVA_HOME chooses the JVM; SARDONYX_JAVA_OPTS, when set, replaces the memory and compiler flags chosen below.

java=${JAVA_HOME:+$JAVA_HOME/bin/}java

fail() {
    printf 'sardonyx: %s\n' "$*" >&2
    exit 1
}

find_java() {
    command -v "$java" > /dev/null || fail "Java 17 or newer is needed, and there is no $java"
}

# Asked once, before an archive is made, since every start would pay for it.
check_java() {
    local said
    said=$("$java" -version 2>&1) || fail "$java does not run: $said"
    if [[ $said =~ version\ \"([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -lt 17 ]; then
        fail "Java 17 or newer is needed, and $java is older; set JAVA_HOME to a newer one"
    fi
}

# Classes that every start of its kind loads, laid out once for the JVM to map: a quarter off the start that reads JSON,
# a third off the one that runs a job.
train() {
    local example=(log replay --json "$home/examples/join.jsonl")
    if works; then
        # With an option, so that the classes of the command line's parser are among them.
        example=(run --allocation planned "$home/examples/words.json")
    fi
    (cd "$home" && exec "$java" "${flags[@]}" -XX:ArchiveClassesAtExit="$archive.$$" -jar "$jar" "${example[@]}") \
        > /dev/null 2>&1
    [ -f "$archive.$$" ] || : > "$archive.$$" # not on this JVM: do not try again
    mv -f "$archive.$$" "$archive" && printf '%s\n' "$jar" > "$archive.of"
}

# The JVM passes over an archive of a jar that is elsewhere now, without a word; so what was copied or moved gets its
# own.
is_archive_stale() {
    local of=
    [ "$archive" -ot "$jar" ] && return
    read -r of 2> /dev/null < "$archive.of"
    [ "$of" != "$jar" ]
}

first_word() {
    local word
    for word in "$@"; do
        case $word in -*) ;; *) command=$word && return ;; esac
    done
}

# Whether the command runs jobs.
works() {
    [ "$command" = run ] || [ "$command" = demo ] || stays
}

# Whether the command is a process that works on jobs until it is told to end.
stays() {
    [ "$command" = peers ] || [ "$command" = node ]
}

# From Java 24 on the JVM warns on behalf of Netty, which asks for memory in a way that will go one day.
quiet_netty() {
    local path line
    path=$(command -v "$java")
    path=$(readlink -f "$path" 2> /dev/null) || path=
    path=${path%/bin/java}/release
    [ -r "$path" ] || return 0
    while IFS= read -r line; do
        if [[ $line =~ ^JAVA_VERSION=\"([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -ge 24 ]; then
            flags+=(--sun-misc-unsafe-memory-access=allow)
        fi
    done < "$path"
}

# Three quarters of the machine's memory, at most 8 GiB.
heap() {
    local kib
    if read -r _ kib _ 2> /dev/null < /proc/meminfo; then
        local mib=$((kib / 1024 * 3 / 4))
        flags+=("-Xmx$((mib < 8192 ? mib : 8192))m")
    fi
}

choose_flags() {
    if stays; then
        # A member or node that is half dead holds up its jobs; a dead one is replaced by the others.
        flags+=(-XX:+ExitOnOutOfMemoryError)
    fi
    if [ -n "${SARDONYX_JAVA_OPTS+set}" ]; then
        local chosen
        read -ra chosen <<< "$SARDONYX_JAVA_OPTS"
        flags+=(${chosen[@]+"${chosen[@]}"})
    elif [ "$command" = check ] || [ "$command" = sim ]; then
        flags+=(-XX:+UseParallelGC) # an exploration is long and large
        heap
    elif stays; then
        # Long pauses of a large heap would cost the session or the lease, and with it the work.
        flags+=(-XX:+UseG1GC -Xms8m -XX:CompileThresholdScaling=10)
    elif works; then
        # Worth the best compiler, but only for what is really hot: a third off the processor time of a start. The heap
        # grows with what a job keeps.
        flags+=(-XX:+UseSerialGC -Xms8m -XX:CompileThresholdScaling=10)
    else
        flags+=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC) # the rest is over before a better compiler has warmed up
    fi
}

# Becomes the program with these arguments.
launch() {
    command=
    first_word "$@"
    # An archive that another JVM has made is passed over without a word.
    archive=$archives/sardonyx-cli.jsa
    if works; then
        archive=$archives/sardonyx-jobs.jsa
    fi
    flags=(-Xshare:auto -Xlog:disable -Xlog:all=error,cds*=off:stderr)
    if is_archive_stale && [ -w "$archives" ]; then
        check_java
        flags+=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC)
        train
        flags=("${flags[@]:0:3}")
    fi
    choose_flags
    if works; then
        quiet_netty
    fi
    flags+=("-Dsardonyx.program=$program" ${sources:+"-Dsardonyx.sources=$sources"})
    exec "$java" "${flags[@]}" -XX:SharedArchiveFile="$archive" -jar "$jar" "$@"
}
