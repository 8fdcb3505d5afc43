import { useQuery } from '@tanstack/react-query'
import { BookOpen, Check, FileText, ListChecks, Lock, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AboutTool, AgentAbout } from '#ground/hub/about/schema.ts'
import type { ModelAbout } from '#chatapp/models/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useLasting } from '../../ui/lasting.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { aboutTexts as texts } from './about-messages.ts'
import { aboutQuery } from './queries.ts'
import { toolTexts } from './tool-messages.ts'

export interface AboutAgentProps {
  agent: { id: string; name: string }
  console: string
  onClose(): void
}

export function AboutAgent({ agent, console, onClose }: AboutAgentProps) {
  const about = useQuery(aboutQuery(agent.id))
  const waiting = useLasting(about.isPending)
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(agent.name)}
      closeLabel={common.close}
      className="max-w-xl max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:translate-y-0 max-sm:rounded-b-none"
    >
      {about.data ? (
        <About about={about.data} console={console} />
      ) : about.error ? (
        <Notice kind="failure" actions={<Button onClick={() => void about.refetch()}>{common.retry}</Button>}>
          {errorText(about.error)}
        </Notice>
      ) : (
        <div className="flex min-h-48 flex-col gap-3" aria-busy="true">
          {waiting &&
            ['w-3/4', 'w-full', 'w-2/3'].map((width) => <Skeleton key={width} className={`h-5 ${width}`} />)}
        </div>
      )}
    </Dialog>
  )
}

function About({ about: { description, hub }, console }: { about: ModelAbout; console: string }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2 empty:hidden">
        {description && (
          <p className="text-14 break-words whitespace-pre-line">
            <bdi>{description}</bdi>
          </p>
        )}
        {!hub && <p className="text-14 text-muted">{texts.elsewhere}</p>}
        {hub?.model && (
          <p className="text-13 text-muted">
            {texts.model}: <span className="break-words text-text">{hub.model}</span>
          </p>
        )}
      </div>
      {hub && <Tools tools={hub.tools} />}
      {hub && hub.skills.length > 0 && <Skills skills={hub.skills} />}
      {hub?.files && <Files files={hub.files} />}
      {hub && hub.tasks.length > 0 && <Tasks tasks={hub.tasks} console={console} />}
    </div>
  )
}

function Tools({ tools }: { tools: readonly AboutTool[] }) {
  const isOpen = ({ restricted }: AboutTool) => restricted?.allowed ?? true
  const open = tools.filter(isOpen)
  const closed = tools.filter((tool) => !isOpen(tool))
  return (
    <>
      <Section icon={<Wrench aria-hidden />} title={texts.tools}>
        {open.length === 0 && <p className="text-14 text-muted">{texts.noTools}</p>}
        <ToolList tools={open} />
      </Section>
      {closed.length > 0 && (
        <Section icon={<Lock aria-hidden />} title={texts.closedTools}>
          <ToolList tools={closed} />
        </Section>
      )}
    </>
  )
}

function inWords(tool: AboutTool): AboutTool {
  if (!tool.built_in || !isKnown(tool.name)) return tool
  const { title, text } = toolTexts[tool.name]
  return { ...tool, title, description: tool.description && text }
}

/** A newer bridge may have tools that this page doesn't know. */
const isKnown = (name: string): name is keyof typeof toolTexts => Object.hasOwn(toolTexts, name)

const ToolList = ({ tools }: { tools: readonly AboutTool[] }) => (
  <ul className="flex flex-col gap-3">
    {tools.map(inWords).map((tool) => (
      <li key={tool.name} className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 text-14 font-medium break-words">
            {tool.title}
          </span>
          {tool.confirm && <Badge>{texts.confirm}</Badge>}
          {tool.restricted && <Standing allowed={tool.restricted.allowed} />}
        </p>
        {tool.description && (
          <p className="line-clamp-3 text-13 break-words text-muted">
            <bdi>{tool.description}</bdi>
          </p>
        )}
        {tool.restricted && (
          <p className="text-13 text-muted">{texts[tool.restricted.reason](tool.restricted.label)}</p>
        )}
      </li>
    ))}
  </ul>
)

const Standing = ({ allowed }: { allowed: boolean }) =>
  allowed ? (
    <Badge tone="ok" icon={<Check aria-hidden />}>
      {texts.granted}
    </Badge>
  ) : (
    <Badge tone="warn" icon={<Lock aria-hidden />}>
      {texts.notGranted}
    </Badge>
  )

const Skills = ({ skills }: { skills: AgentAbout['skills'] }) => (
  <Section icon={<BookOpen aria-hidden />} title={texts.skills}>
    <p className="text-13 text-muted">{texts.skillsText}</p>
    <ul className="mt-2 flex flex-col gap-2">
      {skills.map(({ name, description }) => (
        <li key={name} className="min-w-0 text-14 break-words">
          <span dir="ltr" className="font-medium">
            {name}
          </span>
          <p className="line-clamp-3 text-13 text-muted">
            <bdi>{description}</bdi>
          </p>
        </li>
      ))}
    </ul>
  </Section>
)

const SHOWN_FILES = 12

function Files({ files: { total, paths } }: { files: NonNullable<AgentAbout['files']> }) {
  const shown = paths.slice(0, SHOWN_FILES)
  return (
    <Section icon={<FileText aria-hidden />} title={texts.files} beside={texts.fileCount(total)}>
      <ul className="flex flex-wrap gap-x-2 gap-y-1">
        {shown.map((path) => (
          <li
            key={path}
            dir="auto"
            className="max-w-full truncate rounded-s bg-sunken px-2 py-0.5 text-13"
            title={path}
          >
            {path}
          </li>
        ))}
        {total > shown.length && (
          <li className="px-1 py-0.5 text-13 text-muted">{texts.moreFiles(total - shown.length)}</li>
        )}
      </ul>
    </Section>
  )
}

function Tasks({ tasks, console }: { tasks: AgentAbout['tasks']; console: string }) {
  return (
    <Section icon={<ListChecks aria-hidden />} title={texts.tasks}>
      <p className="text-13 text-muted">
        {texts.tasksText}{' '}
        {console && (
          <a
            href={`${console.replace(/\/$/, '')}/workflows`}
            rel="external"
            className="text-accent-text underline underline-offset-4"
          >
            {texts.openTasks}
          </a>
        )}
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {tasks.map(({ id, name, description }) => (
          <li key={id} className="min-w-0 text-14 break-words">
            <span dir="auto" className="font-medium">
              {name}
            </span>
            {description && (
              <p className="line-clamp-2 text-13 text-muted">
                <bdi>{description}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Section({
  icon,
  title,
  beside,
  children,
}: {
  icon: ReactNode
  title: string
  beside?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 flex items-center gap-2 text-13 font-semibold [&_svg]:size-4 [&_svg]:text-muted">
        {icon}
        {title}
        {beside && <span className="font-normal text-faint">{beside}</span>}
      </h3>
      {children}
    </section>
  )
}
