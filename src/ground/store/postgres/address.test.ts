import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pgAddress from 'pg-connection-string'
