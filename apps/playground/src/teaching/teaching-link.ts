/**
 * The lesson in a link: ?teach=gjk&pair=3,5&step=2&at=120 is iteration 3 of the search for the distance of bodies 3 and 5 after 120 steps
 * of the scene. `teach` is gjk, rows or goals; `body=4` or `body=soft0` names the body of goal positions.
 */

import type { TopicName } from './lesson.js';

export interface TeachingLink {
  readonly topic: TopicName;
  /** Undefined lets the page choose the subject. */
  readonly subject: string | undefined;
  /** Index from 0; undefined means the lesson's initial step. */
  readonly step: number | undefined;
  /** Number of scene steps to make first. */
  readonly at: number;
}

const topics: readonly string[] = ['gjk', 'rows', 'goals'] satisfies TopicName[];

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

/** Parses the query part of an address; null if it contains no lesson. */
export function readTeachingLink(search: string): TeachingLink | null {
  const query = new URLSearchParams(search);
  const topic = query.get('teach');
  if (topic === null || !topics.includes(topic)) return null;
  return {
    topic: topic as TopicName,
    subject: query.get(topic === 'goals' ? 'body' : 'pair') ?? undefined,
    step: wholeNumber(query.get('step')),
    at: wholeNumber(query.get('at')) ?? 0,
  };
}

/** Adds a lesson to the query part of an address. */
export function addTeachingLink(address: string, link: TeachingLink | null): string {
  if (link === null) return address;
  const parts = [`teach=${link.topic}`];
  if (link.subject !== undefined) {
    parts.push(
      `${link.topic === 'goals' ? 'body' : 'pair'}=${encodeURIComponent(link.subject).replaceAll('%2C', ',')}`,
    );
  }
  if (link.step !== undefined) parts.push(`step=${link.step}`);
  if (link.at > 0) parts.push(`at=${link.at}`);
  return `${address === '' ? '?' : `${address}&`}${parts.join('&')}`;
}
