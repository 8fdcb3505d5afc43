/** What a task or workflow is called, by its id. */
export const workflowName = (id: string): string => id.replace(/^md:/, '')
