import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'
import { problems } from './words.ts'

export const access: Pick<
  ConsoleCatalogue,
  | 'console.access.hubs'
  | 'console.access.permissions'
  | 'console.access.ending'
  | 'console.access.diff'
  | 'console.access.why'
  | 'console.access.asking'
> = {
  'console.access.hubs': {
    one: 'Hub',
    organization: 'Organisation',
    missing: 'Diesen Hub gibt es nicht',
    missingText: 'Den Hub gibt es nicht, oder Sie verwalten ihn nicht.',
    problems: (count) => `${problems(count)} im Ordner dieses Hubs`,
    problemsOf: (hub, count) => `${problems(count)} in den Dateien von ${hub}`,
    allProblems: (count) => `Mehr anzeigen (noch ${number(count)})`,
  },
  'console.access.permissions': {
    one: 'Recht',
    names: {
      use_hub: 'Agenten nutzen',
      manage_access: 'Zugang verwalten',
      share_public: 'Artefakte öffentlich teilen',
    },
    builtInGroup: 'Zugang',
    withoutEffect: (permission) => `${permission} (wirkungslos)`,
  },
  'console.access.ending': { until: (time) => `bis ${time}` },
  'console.access.diff': {
    gets: (permission) => `erhält „${permission}“`,
    loses: (permission) => `verliert „${permission}“`,
    ends: (permission) => `„${permission}“ wird befristet`,
    lasts: (permission) => `„${permission}“ gilt unbefristet`,
    nothing: 'Keine Änderung',
    none: 'kein direkter Zugang',
  },
  'console.access.why': {
    ask: (about) => `Warum? ${about}`,
    title: (about) => `Warum: ${about}`,
    allowed: 'Erlaubt',
    denied: 'Nicht erlaubt',
    grantedBy: 'Erteilt von',
    grantedAt: 'Wann',
    ends: 'Läuft ab',
    policy: 'Richtlinie',
    given: (by) => `erteilt von ${by}`,
    revision: (revision) => `Revision ${revision}`,
    remedy: 'So lässt es sich erlauben:',
    vias: {
      direct: 'für diesen Hub erteilt',
      organization: 'für die Organisation erteilt',
      everyone: 'allen Angemeldeten erteilt',
      group_based: 'durch Gruppen des Web-Chats',
    },
  },
  'console.access.asking': {
    label: 'Zugangsanfragen',
    asks: (name, hub) => `${name} bittet um Zugang zu ${hub}`,
    give: 'Zugang geben',
    decline: 'Ablehnen',
    beyond: 'Sie haben das Recht „Agenten nutzen“ auf diesem Hub selbst nicht und können es nicht erteilen.',
    given: (name, hub) => `${name} darf ${hub} jetzt nutzen.`,
    declined: (name) => `Die Anfrage von ${name} wurde abgelehnt.`,
    more: (count) => `${number(count)} weitere`,
  },
}
