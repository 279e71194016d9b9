-- Questions to the tables of the data, as SQL that runs unchanged in SQLite over the CSV files and in DuckDB over the
-- Parquet files. A table is named by its file: agent_accountability_map is data/agent-accountability-map.csv, and
-- agent_accountability_map_layers is data/agent-accountability-map/tables/layers.csv. With the files in a folder
-- (datasets/README.md says how), SQLite:
--
--   name() { echo "$1" | sed 's|^data/||; s|/tables/|_|; s|\.[a-z]*$||; y|-|_|'; }
--   for file in data/*.csv data/*/tables/*.csv; do sqlite3 agents.db ".import --csv $file $(name "$file")"; done
--   sqlite3 -box agents.db < queries.sql
--
-- DuckDB:
--
--   for file in data/*.parquet data/*/tables/*.parquet; do echo "CREATE VIEW $(name "$file") AS FROM '$file';"; done > views.sql
--   cat views.sql queries.sql | duckdb
--
-- An absent value is NULL in Parquet and empty in CSV. What a column means stands in /data/datapackage.json.

-- 1. Which systems on EVM chains record the outcome of a dispute on chain, and who decides it? Texts that name no chain
--    come from their number (ERC). The strict answer is where level = 'native'.
--    The page, which shows only those that name a chain: /agent-accountability-map?layer=dispute&recorded=on_chain&chain=eip155
SELECT system.id, system.name, dispute.level, dispute.made_by, dispute.obligation, dispute.signature,
  (SELECT count(*) FROM agent_accountability_map_chains AS on_it
    WHERE on_it.record = system.id AND on_it.chain LIKE 'eip155:%') AS evm_chains
FROM agent_accountability_map AS system
JOIN agent_accountability_map_layers AS dispute ON dispute.record = system.id AND dispute.layer = 'dispute'
WHERE dispute.recorded IN ('on_chain', 'both')
  AND coalesce(CAST(system.withdrawn_on AS VARCHAR), '') = ''
  AND (EXISTS (SELECT 1 FROM agent_accountability_map_chains AS on_it
      WHERE on_it.record = system.id AND on_it.chain LIKE 'eip155:%')
    OR EXISTS (SELECT 1 FROM agent_accountability_map_external_ids AS named
      WHERE named.record = system.id AND named.scheme = 'erc'))
ORDER BY system.id;

-- 2. How did coverage grow, layer by layer, by the year in which a system was first public? `systems` are those of the
--    year that cover the layer, `so_far` those up to it. The page: /agent-accountability-map?layer=receipts&first=2025
SELECT layer, year, count(*) AS systems, CAST(sum(count(*)) OVER (PARTITION BY layer ORDER BY year) AS INTEGER) AS so_far
FROM (
  SELECT covered.layer,
    substr(coalesce(nullif(system.first_public, ''), nullif(system.created_on, ''), 'none'), 1, 4) AS year
  FROM agent_accountability_map AS system
  JOIN agent_accountability_map_layers AS covered ON covered.record = system.id
  WHERE covered.level IN ('native', 'partial', 'extension')
    AND coalesce(CAST(system.withdrawn_on AS VARCHAR), '') = ''
) AS cells
GROUP BY layer, year
ORDER BY layer, year;

-- 3. Which decisions changed a system, and how? A link of the member `changed_systems` says that the decision changed it, one
--    of `related_systems` that it is about it. The page: /governance-decision-memory?system=erc-8004
SELECT link.agent_accountability_map AS system, decision.decided_on, decision.system_change, decision.decision_type,
  decision."subject.status_from", decision."subject.status_to", decision.id, decision.title
FROM governance_decision_memory AS decision
JOIN governance_decision_memory_links AS link ON link.record = decision.id AND link.member = 'changed_systems'
WHERE coalesce(CAST(decision.withdrawn_on AS VARCHAR), '') = ''
ORDER BY system, coalesce(decision.decided_on, ''), decision.id;

-- 4. Which agents were checked, when, and by whom? No row means that no check was made.
--    The page: /verified-agent-observatory, its filter “Checks”
SELECT agent.id, agent.name, made."check", made.result, made."on", made."by", made.network, made.block, made.reason
FROM verified_agent_observatory AS agent
JOIN verified_agent_observatory_checks AS made ON made.record = agent.id
WHERE made.result <> 'not_run' AND coalesce(CAST(agent.withdrawn_on AS VARCHAR), '') = ''
ORDER BY agent.id, CAST(made.position AS INTEGER);
