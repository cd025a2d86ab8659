import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageOf } from '../process/compose-file.ts'

/** The version whose jars are fetched: that of the image, so that both ways test the same broker. */
const kafkaVersion = imageOf('kafka').split(':')[1]!

const jarsFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'nightflow', `kafka-${kafkaVersion}-with-tools`)

/** How Java runs any program of Kafka's; the class and its parameters follow. */
export const javaFlags = ['-Xms128m', '-Xmx320m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', join(jarsFolder, '*')]

export const hasJars = (): boolean => existsSync(jarsFolder)

/** Fetches Apache Kafka with all it needs from Maven Central, once for this computer. */
export const fetchJars = (): void => {
  if (hasJars()) return
  const folder = mkdtempSync(join(tmpdir(), 'nightflow-kafka-jars-'))
  try {
    const dependencies = ['kafka_2.13', 'kafka-tools'].map(
      (name) =>
        `<dependency><groupId>org.apache.kafka</groupId><artifactId>${name}</artifactId><version>${kafkaVersion}</version></dependency>`,
    )
    const project = `<project><modelVersion>4.0.0</modelVersion><groupId>nightflow</groupId><artifactId>kafka</artifactId><version>1</version><dependencies>${dependencies.join('')}</dependencies></project>`
    writeFileSync(join(folder, 'pom.xml'), project)
    const goal = ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=jars']
    execFileSync('mvn', goal, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 })
    mkdirSync(join(jarsFolder, '..'), { recursive: true })
    // Made beside and moved, so that an interrupted fetch is never taken for a whole one.
    const unfinished = `${jarsFolder}.${process.pid}`
    execFileSync('cp', ['-r', join(folder, 'jars'), unfinished])
    try {
      renameSync(unfinished, jarsFolder)
    } catch {
      // Another run was faster.
      rmSync(unfinished, { recursive: true, force: true })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
