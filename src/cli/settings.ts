import { dirname, join } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { envFileWarnings, readEnvFile, readHubEnvironment } from '#ground/hub/environment.ts'
import { readLaunchConfig, type LaunchConfig } from '#processes/config/launch.ts'
import { SERVED_HUBS_VARIABLE } from '#processes/config/set-by-us.ts'
import { servedHubsFile } from '#processes/served-hubs-file.ts'
import {
  frontEnvironment,
  hubEnvironment,
  readGatewayEnvironment,
  type GatewayEnvironment,
} from '#supervisor/gateway/environment.ts'
import { isGatewayOf, readGatewayRecord, type GatewayRecord } from '#supervisor/gateway/record.ts'
import { CommandFailure } from './failure.ts'
import { openToOthers } from './private-files.ts'

export interface HubSettings extends LaunchConfig {
  environment: Environment
  warnings: readonly string[]
  gateway: string | null
}

export interface GatewaySettings extends HubSettings {
  layers: GatewayEnvironment
  /** Null until a gateway has run in the folder. */
  record: GatewayRecord | null
}

/** The process environment overrides the Hub's `.env`, which overrides the gateway's. */
export async function readCommandSettings(
  hubFolder: string,
  own: Environment = process.env,
): Promise<HubSettings> {
  const gateway = await gatewayOf(hubFolder, own)
  if (gateway) return readSettingsIn(gateway, hubFolder)
  const merged = await readable(readHubEnvironment(hubFolder, own))
  return {
    ...settingsIn(hubFolder, merged),
    warnings: await openSettings(hubFolder),
    gateway: null,
  }
}

export async function readSettingsIn(gateway: GatewaySettings, hubFolder: string): Promise<HubSettings> {
  return {
    ...settingsIn(hubFolder, await readable(inGateway(hubFolder, gateway))),
    warnings: await openSettings(hubFolder),
    gateway: gateway.layers.folder,
  }
}

/** The process environment overrides the `.env` in the folder of the Hubs. */
export async function readGatewaySettings(
  folder: string,
  own: Environment = process.env,
): Promise<GatewaySettings> {
  const layers = await readable(readGatewayEnvironment(folder, own))
  const settings = settingsIn(folder, frontEnvironment(layers))
  const record = await readGatewayRecord(settings.dataFolder)
  return {
    ...settings,
    warnings: await openSettings(folder),
    gateway: folder,
    layers,
    record: record && (await isGatewayOf(record, folder, settings.dataFolder)) ? record : null,
  }
}

async function gatewayOf(hubFolder: string, own: Environment): Promise<GatewaySettings | null> {
  const gateway = await readGatewaySettings(dirname(hubFolder), own).catch(() => null) // the folder is not readable
  return gateway?.record ? gateway : null
}

async function inGateway(hubFolder: string, { layers, dataFolder, record }: GatewaySettings) {
  const ports = record?.ports[hubFolder.slice(dirname(hubFolder).length + 1)]
  return {
    ...(ports?.bridge !== undefined && { BRIDGE_PORT: String(ports.bridge) }),
    ...(ports?.inbound !== undefined && { SVC_INBOUND_PORT: String(ports.inbound) }),
    ...hubEnvironment(layers, await readEnvFile(hubFolder)),
    SVC_DATA_DIR: dataFolder,
    [SERVED_HUBS_VARIABLE]: servedHubsFile(dataFolder),
  }
}

function settingsIn(folder: string, merged: Environment) {
  const launch = readLaunchConfig(merged, folder)
  return { ...launch, environment: { ...merged, SVC_DATA_DIR: launch.dataFolder } }
}

const openSettings = async (folder: string): Promise<string[]> => [
  ...(await openToOthers([join(folder, '.env')])).map(
    ({ path, mode }) =>
      `${path} can be read by other users (mode ${mode}) and may contain secrets: run chmod 600 ${path}`,
  ),
  ...(await readable(envFileWarnings(folder))),
]

const readable = <T>(read: Promise<T>): Promise<T> =>
  read.catch((error: Error) => {
    throw new CommandFailure(error.message)
  })
