package io.sardonyx.it.offenders.modules.runtime;

import com.fasterxml.jackson.databind.JsonNode;

public final class RuntimeUsesJackson {

    public JsonNode seen;
}
