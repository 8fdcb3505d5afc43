import type { SharedCatalogue } from './catalogue.ts'
import { artifacts } from './zh/artifacts.ts'
import { ui } from './zh/ui.ts'

export const shared: SharedCatalogue = { ...ui, ...artifacts }
