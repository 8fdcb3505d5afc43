import type { ConsoleCatalogue } from '../catalogue.ts'

export const pages: Pick<ConsoleCatalogue, 'console.pages' | 'console.tabs'> = {
  'console.pages': {
    overview: {
      title: 'Übersicht',
      words: 'Start Startseite Statistik Nutzung Kosten Token Chats Ablehnungen Warnungen Probleme',
    },
    notices: {
      title: 'Benachrichtigungen',
      words:
        'Hinweise Meldungen Warnungen E-Mail Mail Webhook Kanal Slack Telegram Mattermost Zusammenfassung Ruhezeiten',
    },
    hubs: { title: 'Hubs', words: 'Agenten Assistenten Zustand Version läuft' },
    people: {
      title: 'Personen',
      words: 'Konten Nutzer Mitglieder Registrierungen freigeben sperren Passwort löschen Administratoren',
    },
    permissions: { title: 'Rechte', words: 'Berechtigungen Fähigkeiten Rollen Werkzeuge' },
    groups: { title: 'Gruppen', words: 'Teams Mitglieder Abteilungen' },
    organization: { title: 'Organisation', words: 'Zugang Administratoren Verwaltung alle Hubs Rechte' },
    workflows: {
      title: 'Abläufe',
      words: 'Workflows Aufgaben Zeitpläne Cron Jobs Automatisierung jetzt ausführen',
    },
    runs: { title: 'Läufe', words: 'Jobs Ausführungen Verlauf fehlgeschlagen Ausgabe Protokolle abbrechen' },
    inbox: {
      title: 'Eingang',
      words: 'Inbox Webhooks Zustellungen Ereignisse Endpunkte Quarantäne wiederholen Absender',
    },
    messages: {
      title: 'Nachrichten',
      words: 'Kanäle WhatsApp Telegram Slack Mattermost Unterhaltungen Telefon',
    },
    roster: { title: 'Absenderliste', words: 'Wer ist wer Absender Kennungen Telefonnummern unbekannt' },
    traces: {
      title: 'Traces',
      words: 'Telemetrie Spans Schritte Dauer Latenz Fehler Debugging Modellaufrufe Protokolle',
    },
    audit: { title: 'Audit', words: 'Protokoll Einträge Werkzeuge abgelehnt erlaubt wer was' },
    accessChanges: { title: 'Änderungen am Zugang', words: 'Protokoll Verlauf Rechte vergeben entzogen' },
    signIns: { title: 'Anmeldungen', words: 'Login fehlgeschlagene Versuche Sicherheit' },
    models: {
      title: 'Modelle im Web-Chat',
      railTitle: 'Einstellungen',
      words: 'Einstellungen Modellserver Verbindungen OpenAI Ollama API Anbieter',
    },
    signUp: {
      title: 'Registrierung und Banner',
      settings: {
        accounts: {
          title: 'Wer ein Konto anlegen darf',
          words: 'Registrierung registrieren Freigabe neue Konten',
        },
        secondFactor: {
          title: 'Verlangter zweiter Faktor',
          words: 'zwei Schritte 2FA MFA TOTP Passkey Sicherheit',
        },
        banner: { title: 'Banner über dem Web-Chat', words: 'Ankündigung Hinweis Wartung Mitteilung' },
      },
    },
    providers: {
      title: 'Anbieter',
      words: 'Identität SSO Single Sign-on OIDC SAML Google Microsoft Anmeldung Integrationen OAuth',
    },
    mail: { title: 'E-Mail', words: 'Mail SMTP Server Mailserver Absender Benachrichtigungen Versand' },
    instances: { title: 'Instanzen', words: 'Maschinen Server Cluster leeren Zustand' },
    changes: {
      title: 'Änderungsanträge',
      about: 'Änderungen und Werkzeugaufrufe, die Agenten vorschlagen und über die Sie entscheiden.',
      words: 'Freigaben genehmigen bestätigen entscheiden Vorschläge',
    },
    artifacts: {
      title: 'Artefakte',
      about:
        'Dokumente, Seiten und Diagramme, die Agenten für Sie erstellt haben oder die mit Ihnen geteilt wurden.',
      words: 'Dateien Dokumente Galerie geteilt Links',
    },
    connections: {
      title: 'Verbindungen',
      about: 'Ihre Konten bei anderen Diensten, die Agenten für Sie nutzen dürfen.',
      words: 'Konten Dienste OAuth Integrationen GitHub Google verbinden',
    },
    memory: {
      title: 'Gedächtnis',
      about: 'Was Agenten sich über Sie gemerkt haben.',
      words: 'Notizen gemerkt Fakten vergessen löschen',
    },
    mcp: {
      title: 'MCP',
      about: 'Nutzen Sie die Werkzeuge Ihrer Agenten in anderen Programmen.',
      words: 'API-Schlüssel Programme Clients Claude Cursor Editor Token',
    },
    hub: { title: 'Übersicht', words: 'Zustand Version Modell Kosten Probleme' },
    access: { title: 'Zugang', words: 'Rechte Berechtigungen Mitglieder Personen teilen hinzufügen' },
    ratings: { title: 'Bewertungen', words: 'Feedback Daumen Qualität' },
    files: { title: 'Dateien', words: 'agent.md Prompts Anweisungen bearbeiten Definition Werkzeuge' },
    budgets: { title: 'Budgets', words: 'Grenzen Ausgaben Kosten Kontingent Geld Token' },
    settings: {
      title: 'Einstellungen',
      words: 'Modus Gruppen Kanäle WhatsApp Telegram Slack Mattermost Token',
    },
  },
  'console.tabs': {
    overview: 'Übersicht',
    access: 'Zugang',
    activity: 'Aktivität',
    files: 'Dateien und Versionen',
    budgets: 'Budgets',
    settings: 'Einstellungen',
  },
}
