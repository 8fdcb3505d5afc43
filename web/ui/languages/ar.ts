import type { SharedCatalogue } from './catalogue.ts'
import { artifacts } from './ar/artifacts.ts'
import { ui } from './ar/ui.ts'

export const shared: SharedCatalogue = { ...ui, ...artifacts }
