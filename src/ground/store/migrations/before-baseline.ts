export const BEFORE_BASELINE: readonly string[] = `
  0001-chatapp 0002-usage 0003-access 0004-groups 0005-people 0006-hubs 0007-people-sample 0008-budgets
  0009-traces 0010-tool-calls 0011-runs 0012-named-keys 0013-artifacts 0014-connections 0015-journeys
  0016-run-retention 0017-mcp-sign-in 0018-trace-sizes 0019-estimated-usage 0020-failure-details 0021-chat-search
  0022-sums 0023-account-changes 0024-messages 0025-deliveries 0026-message-senders 0027-hub-servers
  0029-finding-chats 0030-session-facts 0033-artifact-origins 0036-second-factors 0037-identities 0041-ratings
  0042-prompts 0044-passkeys 0045-shares 0046-access-requests 0047-repeated-runs 0048-access-at-size
  0050-sign-in-records 0052-machines 0054-machine-agreement 0055-machines-of-runs 0057-asked-stops
  0059-artifacts-at-size 0060-blobs 0061-inboxes 0064-hub-versions 0066-chats-in-store 0067-conversations-at-size
  0068-generations 0070-held-budgets 0071-served-versions 0072-usage-by-hour 0073-hours-of-presence
  0076-usage-locks 0077-failed-attempts 0078-versions-of-runs 0081-kept-by-hubs 0082-messages-in-order
  0085-identity-emails 0086-provider-sessions 0087-sign-in-details 0088-released-issuers 0093-joined-messages
  0098-link-generations 0100-known-networks 0104-inbox-notices 0107-mcp-cancellations 0111-stored-responses
  0113-search-merges
`
  .trim()
  .split(/\s+/)
