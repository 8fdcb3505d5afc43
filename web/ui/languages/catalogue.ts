import type { ARTIFACT_KINDS } from '../artifact-kinds.ts'
import type * as artifactParts from '../artifacts/messages.ts'
import type { changeRequest } from '../change-request/messages.ts'
import type * as keys from '../keys/messages.ts'
import type { languageTexts } from '../language-messages.ts'
import type { markdownMessages } from '../markdown/messages.ts'
import type * as ui from '../messages.ts'
import type { question } from '../questions/messages.ts'

export type PartsCatalogue = {
  'ui.common': typeof ui.common
  'ui.errors': typeof ui.errors
  'ui.problems': typeof ui.problems
  'ui.newVersion': typeof ui.newVersion
  'ui.account': typeof ui.account
  'ui.language': typeof languageTexts
  'ui.connectionStates': typeof ui.connectionStates
  'ui.units': typeof ui.units
  'ui.artifactKinds': typeof ARTIFACT_KINDS
  'ui.markdown': typeof markdownMessages
  'ui.keys': typeof keys.keyMessages
  'ui.signIns': typeof keys.signInMessages
  'ui.changeRequest': typeof changeRequest
  'ui.question': typeof question
}

export type ArtifactCatalogue = {
  'ui.artifacts': typeof artifactParts.artifactTexts
  'ui.compare': typeof artifactParts.compareTexts
  'ui.artifactBody': typeof artifactParts.bodyTexts
  'ui.sharing': typeof artifactParts.sharingTexts
}

export type SharedCatalogue = PartsCatalogue & ArtifactCatalogue

/** Refusals of the web chat's and the Console's server by code, for codes whose text is constant. */
export type SharedRefusals = Readonly<Record<'blocked' | 'idp_managed' | 'draining' | 'disk_full', string>>
