// SPDX-License-Identifier: GPL-3.0-or-later
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The lines of tests/interop/README.md: each actor is a thread of its own.
final class Lines {
    interface Answers {
        Object answer(String actor, String[] words) throws Exception;
    }

    static void serve(Answers answers) throws Exception {
        Map<String, ExecutorService> actors = new HashMap<>();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split(" ");
            actors.computeIfAbsent(words[1], name -> Executors.newSingleThreadExecutor())
                    .execute(() -> say(words[0], answered(answers, words)));
        }
        Runtime.getRuntime().halt(0); // a thread may still wait for a lock
    }

    private static String answered(Answers answers, String[] words) {
        if (words[2].equals("ready"))
            return "ready";
        try {
            return String.valueOf(answers.answer(words[1], Arrays.copyOfRange(words, 2, words.length)));
        } catch (Throwable failure) {
            System.err.println(failure);
            return "error " + failure.getClass().getSimpleName();
        }
    }

    private static synchronized void say(String id, String answer) {
        System.out.println(id + " " + answer);
        System.out.flush();
    }
}
