/**
 * Documents over the HTTP API that OpenSearch and Elasticsearch share: one index for each tenancy, one shard, one
 * document of the index for each of ours.
 *
 * <pre>
 *   write   PUT  /sardonyx-TENANCY/_create/ID   or   _doc/ID?if_seq_no=S&amp;if_primary_term=T     409: conflict
 *   read    POST /sardonyx-TENANCY/_mget         by id, which is realtime: it sees what is not refreshed yet
 *   names   POST /sardonyx-TENANCY/_search       page by page; a hint, since a search lags by a refresh
 *   watch   POST /sardonyx-TENANCY/_mget         versions only; GET …/_stats: the shard's sequence number
 * </pre>
 *
 * <p>The one rule: a request is sent again only if it was not sent before, or has no effects. A write whose answer is
 * lost fails with {@link io.sardonyx.opensearch.OutcomeUnknown}, and its caller reads.
 */
@NullMarked
package io.sardonyx.opensearch;

import org.jspecify.annotations.NullMarked;
