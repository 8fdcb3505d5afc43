import type { SharedCatalogue } from './catalogue.ts'
import { artifacts } from './de/artifacts.ts'
import { ui } from './de/ui.ts'

export const shared: SharedCatalogue = { ...ui, ...artifacts }
