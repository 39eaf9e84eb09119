// Core's answers, remembered: the same write on the same records, or the same question about them, is put to core once.

export class Memory {
  readonly #answers = new Map<string, Map<string, unknown>>();
  asked = 0;

  of<Answer>(topic: string, about: string, ask: () => Answer): Answer {
    let answers = this.#answers.get(topic);
    if (answers === undefined) {
      answers = new Map();
      this.#answers.set(topic, answers);
    }
    const known = answers.get(about);
    if (known !== undefined) return known as Answer;
    this.asked += 1;
    const answer = ask();
    answers.set(about, answer);
    return answer;
  }
}
