/**
 * This revision of the Model Context Protocol has no `initialize` request. Each request names the revision in
 * `_meta`.
 */
export const MODERN_REVISION = '2026-07-28'
/** Revisions with an `initialize` request, newest first. */
export const HANDSHAKE_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
