package io.sardonyx.it.offenders.modules.core;

import com.fasterxml.jackson.databind.JsonNode;

public final class CoreSeesJackson {

    public JsonNode seen;
}
