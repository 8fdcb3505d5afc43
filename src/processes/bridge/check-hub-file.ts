import { basename, dirname, extname } from 'node:path'
import { hubFileKind } from '#features/files/schema.ts'
import { parseTaskFile } from '#features/work/tasks/task-file.ts'
import { parseWorkflowFile } from '#features/work/workflows/file.ts'
import { parseAgentFile, parseSubAgentFile } from '#ground/hub/agent-file.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { parsePromptFile } from '#ground/hub/prompts/prompt-files.ts'
import { parseSkillFile } from '#ground/hub/skills/skill-file.ts'

export function checkHubFile(folderName: string, path: string, text: string): readonly HubProblem[] {
  const id = basename(path, extname(path))
  const read = (() => {
    switch (hubFileKind(path)) {
      case 'agent':
        return parseAgentFile(text, folderName)
      case 'sub_agent':
        return parseSubAgentFile(text, id, path)
      case 'task':
        return parseTaskFile(text, id, path)
      case 'workflow':
        return parseWorkflowFile(text, id, path)
      case 'prompt':
        return parsePromptFile(text, id, path)
      case 'skill':
        return parseSkillFile(text, basename(dirname(path)), path)
      case 'tool':
      case null:
        return null
    }
  })()
  return read && !read.ok ? read.refusal : []
}
