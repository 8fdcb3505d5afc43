/** Limit of a list of models, which may have pictures. The edge reads the list before the web chat. */
export const MAX_MODEL_LIST_BYTES = 16 * 1024 * 1024
