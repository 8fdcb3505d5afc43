export function promptSamples(prompt: string) {
  const onePrompt = { params: { id: prompt }, toOthers: 'prompt_missing' } as const
  return {
    createPrompt: { body: { name: 'a b', text: 'x' }, allowed: 'prompt_name_invalid' },
    updatePrompt: { ...onePrompt, body: { name: prompt, text: 'Water the ferns' } },
    createOpenWebuiPrompt: {
      body: { command: 'a b', name: 'x', content: 'x' },
      allowed: 'prompt_name_invalid',
    },
    readPromptByCommand: { params: { command: 'none' }, allowed: 'prompt_missing' },
    readPrompt: onePrompt,
    updateOpenWebuiPrompt: { ...onePrompt, body: { command: prompt, name: 'x', content: 'Water the ferns' } },
    renamePrompt: { ...onePrompt, body: { command: prompt, name: 'Ferns' } },
    listPromptVersions: onePrompt,
    deletePromptById: { ...onePrompt, uses: true },
    deletePrompt: { ...onePrompt, uses: true },
  } as const
}

const FORM = { prompt: 'Ferns?', model: 'none', schedule: '0 8 * * 1', time_zone: 'UTC' }

export function scheduleSamples(id: string) {
  const one = { params: { id }, toOthers: 'schedule_missing' } as const
  return {
    createSchedule: { body: FORM, allowed: 'model_not_found' },
    previewSchedule: { body: { schedule: '0 8 * * 1', time_zone: 'UTC' } },
    updateSchedule: { ...one, body: FORM, allowed: 'model_not_found' },
    pauseSchedule: one,
    resumeSchedule: one,
    runSchedule: { ...one, allowed: 'model_not_found' },
    listScheduleResults: one,
    deleteSchedule: { ...one, uses: true },
  } as const
}
